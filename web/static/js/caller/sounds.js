// Synthesised sounds: dice on wood, a knock for each mat, a fanfare and a cheering table. No file is loaded.

const FANFARE = [523.25, 659.25, 783.99, 1046.5]; // C E G C
const STEP_S = 0.13;
const MOST_KNOCKS = 4;
const TICKS = [0, 0.07, 0.11, 0.19, 0.24]; // seconds at which dice hit the wood
const LATE_MS = 500; // a later sound belongs to nothing any more
const NOISE_S = 1;

/** @type {Record<string, (out: AudioNode, now: number, count: number) => void>} */
const SOUNDS = { dice: rattle, mats: knocks, chicago: fanfareAndCheer, end: cheer };

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
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

/**
 * Play a sound by its name, "mats" as often as mats moved. Without an earlier tap nothing is played, now or later.
 * @param {string} name
 * @param {number} volume
 * @param {number} [count]
 */
export async function playSound(name, volume, count = 1) {
  const ready = await readyContext();
  if (ready) SOUNDS[name]?.(through(ready, volume), ready.currentTime + 0.02, count);
}

/** Play a spoken sentence from a file, and stop the previous one. @param {ArrayBuffer} file @param {number} volume */
export async function playSpoken(file, volume) {
  stopSpeech();
  const ready = await readyContext();
  if (!ready) return;
  const source = ready.createBufferSource();
  source.buffer = await ready.decodeAudioData(file);
  stopSpeech();
  saying = source;
  source.connect(through(ready, volume));
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

/** @param {AudioContext} ready @param {number} volume */
function through(ready, volume) {
  const loud = ready.createGain();
  loud.gain.value = volume;
  loud.connect(ready.destination);
  return loud;
}

/** @param {AudioNode} out @param {number} now */
function fanfare(out, now) {
  FANFARE.forEach((pitch, place) => note(out, pitch, now + place * STEP_S, place === 3 ? 0.9 : 0.22));
}

/** A Chicago: the fanfare, and the table cheers. @param {AudioNode} out @param {number} now */
function fanfareAndCheer(out, now) {
  fanfare(out, now);
  cheer(out, now + 0.3);
}

/** @param {AudioNode} out @param {number} now @param {number} count */
function knocks(out, now, count) {
  for (let knock = 0; knock < Math.min(count, MOST_KNOCKS); knock += 1) thump(out, now + knock * 0.22);
}

/** Dice that roll out on wood. @param {AudioNode} out @param {number} now */
function rattle(out, now) {
  TICKS.forEach((after, place) => hiss(out, now + after, { pitch: 2400 - 260 * place, width: 3, level: 0.5 - 0.07 * place, length: 0.045 }));
}

/** A cheering table: claps over a murmur that swells and fades. @param {AudioNode} out @param {number} now */
function cheer(out, now) {
  hiss(out, now, { pitch: 900, width: 0.8, level: 0.25, length: 1.4, swell: 0.35 });
  for (let clap = 0; clap < 14; clap += 1) hiss(out, now + 0.1 + clap * 0.085 + Math.random() * 0.04, { pitch: 1400 + Math.random() * 900, width: 1.5, level: 0.16, length: 0.06 });
}

/**
 * @param {AudioNode} out
 * @param {number} at
 * @param {{ pitch: number, width: number, level: number, length: number, swell?: number }} options
 */
function hiss(out, at, { pitch, width, level, length, swell = 0.002 }) {
  noise ??= whiteNoise(out.context);
  const source = out.context.createBufferSource();
  const filter = out.context.createBiquadFilter();
  const gain = out.context.createGain();
  Object.assign(source, { buffer: noise, loop: true });
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = width;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(level, at + swell);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(out);
  source.start(at, Math.random() * NOISE_S);
  source.stop(at + length + 0.02);
}

/** @param {BaseAudioContext} ready */
function whiteNoise(ready) {
  const made = ready.createBuffer(1, ready.sampleRate * NOISE_S, ready.sampleRate);
  const samples = made.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = 2 * Math.random() - 1;
  return made;
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
