// Clocks count down; they decide nothing. The page says what time it was by the
// server's clock when it was drawn, so that a phone whose clock is wrong shows no less.
// A device that has slept, or whose clock was put right, asks the server what time it is.

const apart = () => Date.now() - performance.now();
let drawn = Date.now();
let usually = apart();
let served = Number(document.getElementById("main")?.dataset.now);
let asking = false;
async function ask() {
  asking = true;
  const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5000) }).catch(() => null);
  asking = false;
  usually = apart(); // without an answer the device is believed, which is right after it has slept
  const time = Date.parse(answer?.headers.get("date"));
  if (time) [served, drawn] = [time, Date.now()];
  count();
}
const left = (ms) => {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
};
function count() {
  if (Math.abs(apart() - usually) > 2000 && navigator.onLine && !asking) ask();
  if (asking) return;
  const now = served + Date.now() - drawn;
  let mine = false; // is low
  for (const time of document.querySelectorAll("[data-due]")) {
    const whole = Number(time.dataset.due) - now;
    const text = left(whole - Math.max(0, Math.min(Number(time.dataset.reserve), whole)));
    if (time.textContent !== text) time.firstChild.data = text; // the letters alone, as in end.js
    const low = whole < Number(time.dataset.low);
    time.parentElement.classList.toggle("time--low", low);
    if (low && time.closest(".me")) mine = true;
  }
  // A screen reader says it once a turn.
  const low = document.getElementById("low");
  if (low && mine !== Boolean(low.textContent)) low.textContent = mine ? low.dataset.text : "";
}
if (served) {
  setInterval(count, 1000);
  document.addEventListener("htmx:afterSettle", count);
}
