// Synthesised sounds: a knock on wood for dice and for each mat, a fanfare for a Chicago and at the end. No file is loaded.

const FANFARE = [523.25, 659.25, 783.99, 1046.5]; // C E G C
const STEP_S = 0.13;
const LOUDNESS = 0.7; // beside a voice
const MOST_KNOCKS = 4;
const LATE_MS = 500; // a later sound belongs to nothing any more

/** @type {Record<string, (out: AudioNode, now: number, count: number) => void>} */
const SOUNDS = {
  dice: thump,
  mats: (out, now, count) => {
    for (let knock = 0; knock < Math.min(count, MOST_KNOCKS); knock += 1) thump(out, now + knock * 0.22);
  },
  chicago: fanfare,
  end: fanfare,
};

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBufferSourceNode | null} */
let saying = null;

/** Wake the sound up; browsers require a tap for that, or permission to autoplay. */
export function wakeSound() {
  context ??= "AudioContext" in window ? new AudioContext() : null;
  context?.resume();
}

/** Whether a sound would be audible now. */
export function isAudible() {
  return context?.state === "running";
}

/** Call back when that changes. @param {() => void} then */
export function whenHearable(then) {
  context?.addEventListener("statechange", then);
}

/** Play a sound by its name, "mats" as often as mats moved. Without an earlier tap nothing is played, now or later. @param {string} name @param {number} [count] */
export async function playSound(name, count = 1) {
  const ready = await readyContext();
  if (!ready) return;
  const loud = ready.createGain();
  loud.gain.value = LOUDNESS;
  loud.connect(ready.destination);
  SOUNDS[name]?.(loud, ready.currentTime + 0.02, count);
}

/** Play a spoken sentence from a file, and stop the previous one. @param {ArrayBuffer} file */
export async function playSpoken(file) {
  stopSpeech();
  const ready = await readyContext();
  if (!ready) return;
  const source = ready.createBufferSource();
  source.buffer = await ready.decodeAudioData(file);
  stopSpeech();
  saying = source;
  source.connect(ready.destination);
  source.start();
}

/** Stop the present sentence. */
export function stopSpeech() {
  saying?.stop();
  saying = null;
}

/** Return the context if a sound is audible soon enough, else null. */
async function readyContext() {
  const asked = performance.now();
  // A context that waits for a tap never answers: do not await it.
  if (!isAudible()) await Promise.race([context?.resume(), new Promise((then) => setTimeout(then, LATE_MS))]);
  return isAudible() && performance.now() - asked < LATE_MS ? context : null;
}

/** @param {AudioNode} out @param {number} now */
function fanfare(out, now) {
  FANFARE.forEach((pitch, place) => note(out, pitch, now + place * STEP_S, place === 3 ? 0.9 : 0.22));
}

/** @param {AudioNode} out @param {number} pitch @param {number} at @param {number} length */
function note(out, pitch, at, length) {
  const { tone, level } = voice(out, "triangle", pitch, at);
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(0.5, at + 0.02);
  level.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.stop(at + length);
}

/** A mat that lands on wood: low, falling, gone at once. @param {AudioNode} out @param {number} at */
function thump(out, at) {
  const { tone, level } = voice(out, "sine", 190, at);
  tone.frequency.exponentialRampToValueAtTime(70, at + 0.12);
  level.gain.setValueAtTime(0.9, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.stop(at + 0.18);
}

/** @param {AudioNode} out @param {OscillatorType} type @param {number} pitch @param {number} at */
function voice(out, type, pitch, at) {
  const tone = out.context.createOscillator();
  const level = out.context.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, at);
  tone.connect(level).connect(out);
  tone.start(at);
  return { tone, level };
}
