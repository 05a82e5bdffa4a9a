// Sounds and vibration for players who want them. The page makes them itself, without
// any file, from what it shows already; the choice stays on this device.

const root = document.documentElement;
const loud = [0, 0.06, 0.25]; // by volume
const tunes = { // notes of a pitch (Hz), a beginning and a length (s); pulses and rests (ms)
  card: { notes: [[330, 0, 0.05]], pulses: [15] },
  turn: { notes: [[660, 0, 0.12], [880, 0.12, 0.2]], pulses: [60] },
  knock: { notes: [[160, 0, 0.09], [160, 0.16, 0.09]], pulses: [40, 60, 40] },
  end: { notes: [[523, 0, 0.16], [659, 0.16, 0.16], [784, 0.32, 0.4]], pulses: [80, 60, 120] },
};
let wanted = { volume: 0, shake: false };
try {
  wanted = { ...wanted, ...JSON.parse(localStorage.getItem("sound")) };
} catch {} // no storage, or not ours: silence

let audio = null;
function ring(notes) {
  for (const [pitch, begins, lasts] of notes) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    const from = audio.currentTime + begins;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loud[wanted.volume] ?? 0, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + lasts);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + lasts);
  }
}

// A browser may hold sounds back until the next press: what is late by then is dropped.
async function play(name) {
  const { notes, pulses } = tunes[name];
  if (wanted.shake) navigator.vibrate?.(pulses);
  if (!loud[wanted.volume]) return;
  const asked = Date.now();
  audio ??= new AudioContext();
  await audio.resume();
  if (Date.now() - asked < 500) ring(notes);
}

// ---- What is heard: a move of anybody, one's own turn, a round's end, a match's end.

const now = () => {
  const table = document.getElementById("table");
  return { version: table?.elements.version?.value, turn: Boolean(table?.querySelector(".prompt.is-turn")) };
};
let before = now();
document.addEventListener("htmx:afterSettle", () => {
  const after = now();
  if (after.version !== before.version) play(after.turn && !before.turn ? "turn" : "card");
  before = after;
});
const end = document.getElementById("end");
if (end && sessionStorage.getItem("heard") !== end.dataset.round) {
  sessionStorage.setItem("heard", end.dataset.round);
  play("over" in end.dataset ? "end" : "knock");
}

// ---- The choice, in the menu of the table.

root.classList.toggle("shakes", "vibrate" in navigator);
const volume = document.getElementById(`sound-${wanted.volume}`);
if (volume) volume.checked = true;
const shake = document.getElementById("shake");
if (shake) shake.checked = wanted.shake;
document.addEventListener("change", (event) => {
  if (!event.target.closest(".sound")) return;
  wanted = { volume: Number(document.querySelector("[name=sound]:checked").value), shake: document.getElementById("shake").checked };
  try {
    localStorage.setItem("sound", JSON.stringify(wanted));
  } catch {} // for this page only
  play("turn");
});
