// Sounds made of nothing: a fanfare for Chicago, a knock for each mat. No file is loaded.

const FANFARE = [523.25, 659.25, 783.99, 1046.5]; // C E G C
const STEP_S = 0.13;
const MOST_KNOCKS = 4;
const LATE_MS = 500; // a sound after that belongs to nothing any more

let context = null;

/** Wake the sound up; browsers want a tap for that. */
export function wakeSound() {
  context ??= "AudioContext" in window ? new AudioContext() : null;
  context?.resume();
}

/** Play "chicago", or "mats" as often as mats moved. Without a tap before, nothing is heard, nor later. */
export async function playSound(name, volume, count = 1) {
  const asked = performance.now();
  if (context?.state !== "running") await context?.resume();
  if (context?.state === "running" && performance.now() - asked < LATE_MS) play(name, volume, count);
}

function play(name, volume, count) {
  const loud = context.createGain();
  loud.gain.value = volume;
  loud.connect(context.destination);
  const now = context.currentTime + 0.02;
  if (name === "chicago") FANFARE.forEach((pitch, place) => note(loud, pitch, now + place * STEP_S, place === 3 ? 0.9 : 0.22));
  else for (let knock = 0; knock < Math.min(count, MOST_KNOCKS); knock += 1) thump(loud, now + knock * 0.22);
}

function note(out, pitch, at, length) {
  const { tone, level } = voice(out, "triangle", pitch, at);
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(0.5, at + 0.02);
  level.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.stop(at + length);
}

/** A mat that lands on wood: low, falling, gone at once. */
function thump(out, at) {
  const { tone, level } = voice(out, "sine", 190, at);
  tone.frequency.exponentialRampToValueAtTime(70, at + 0.12);
  level.gain.setValueAtTime(0.9, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.stop(at + 0.18);
}

function voice(out, type, pitch, at) {
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, at);
  tone.connect(level).connect(out);
  tone.start(at);
  return { tone, level };
}
