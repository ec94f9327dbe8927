// Synthesised sounds: a knock on wood for dice and for each mat, a fanfare for a Chicago and at the end. No file is
// loaded.

const MOST_KNOCKS = 4;
const LATE_MS = 500; // a later sound belongs to nothing any more
// low, falling, gone at once
const KNOCK = { at: 0, type: /** @type {OscillatorType} */ ("sine"), from: 190, to: 70, loud: 0.63, length: 0.16 };
// C E G C
const FANFARE = [523.25, 659.25, 783.99, 1046.5]
  .map((pitch, place) => ({ at: place * 0.13, type: /** @type {OscillatorType} */ ("triangle"), from: pitch, to: pitch,
    loud: 0.35, length: place === 3 ? 0.9 : 0.22 }));

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBufferSourceNode | null} */
let saying = null;
let asked = ""; // the file that was asked for last

/** Wake the sound up; browsers require a tap for that, or permission to autoplay.
 * @param {() => void} [then] called back when sound has become audible or is not any more */
export function wakeSound(then) {
  context ??= "AudioContext" in window ? new AudioContext() : null;
  context?.resume();
  if (then) context?.addEventListener("statechange", then);
}

/** Whether a sound would be audible now. */
export function isAudible() {
  return context?.state === "running";
}

/** Play a sound by its name, "mats" as often as mats moved. Without an earlier tap nothing is played, now or later.
 * @param {string} name @param {number} [count] */
export async function playSound(name, count = 1) {
  const ready = await readyContext();
  if (!ready) return;
  const knocks = Array.from({ length: name === "mats" ? Math.min(count, MOST_KNOCKS) : 1 },
    (_, place) => ({ ...KNOCK, at: place * 0.22 }));
  for (const { at, type, from, to, loud, length } of name === "mats" || name === "dice" ? knocks : FANFARE) {
    const start = ready.currentTime + 0.02 + at;
    const tone = ready.createOscillator();
    const level = ready.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + 0.12);
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(loud, start + 0.01);
    level.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(level).connect(ready.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** Play a file of the table: a sentence, or a sound of the landlord's. It ends the one before; a late one is skipped.
 * @param {string} address */
export async function playFrom(address) {
  stopSpeech();
  asked = address;
  try {
    const answer = await fetch(address);
    const file = answer.ok ? await answer.arrayBuffer() : null;
    const ready = await readyContext();
    if (!file || !ready) return;
    const source = ready.createBufferSource();
    source.buffer = await ready.decodeAudioData(file);
    if (asked !== address) return;
    stopSpeech();
    saying = source;
    source.connect(ready.destination);
    source.start();
  } catch {
    // Without a connection, or with an unplayable file, nothing is heard.
  }
}

/** Stop the present sentence. */
export function stopSpeech() {
  saying?.stop();
  saying = null;
}

/** Return the context if a sound is audible soon enough, else null. */
async function readyContext() {
  const began = performance.now();
  // A context that waits for a tap never answers: do not await it.
  if (!isAudible()) await Promise.race([context?.resume(), new Promise((then) => setTimeout(then, LATE_MS))]);
  return isAudible() && performance.now() - began < LATE_MS ? context : null;
}
