// Polling: the page asks for changes, more slowly without a connection and not at all in a
// tab that has been hidden for long.

const root = document.documentElement;
root.classList.add("js"); // shows what works with a script alone

// A page for browsers without a script asks for itself again. This one polls.
if (new URLSearchParams(location.search).has("refresh")) location.replace(location.pathname);

const maxHidden = 5 * 60_000; // ms; a tab that is hidden for longer stops polling
const maxWait = 8_000; // ms between two tries
let failures = 0;
let retryAt = 0;
let retryTimer = 0;
let hiddenSince = document.hidden ? Date.now() : 0;

const poll = () => document.getElementById("poll");
const wake = () => poll() && htmx.trigger(poll(), "wake");

function retryNow() {
  clearTimeout(retryTimer);
  retryAt = 0;
  if (!poll()) return found(); // the next press tells
  htmx.trigger(poll(), "htmx:abort");
  wake();
}

function showOffline(is) {
  const banner = document.getElementById("offline");
  if (banner) banner.hidden = !is;
  document.getElementById("table")?.classList.toggle("is-offline", is);
}

function lost() {
  const wait = Math.min(maxWait, 1000 * 2 ** failures++);
  retryAt = Date.now() + wait;
  clearTimeout(retryTimer);
  retryTimer = setTimeout(retryNow, wait);
  showOffline(true);
}

function found() {
  if (failures === 0) return;
  failures = 0;
  retryAt = 0;
  clearTimeout(retryTimer);
  showOffline(false);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id !== "poll") return;
  const resting = hiddenSince && Date.now() - hiddenSince > maxHidden;
  if (resting || Date.now() < retryAt) event.preventDefault();
});
document.addEventListener("htmx:configRequest", (event) => {
  // After a lost connection the server answers at once, so that the page can say that it is back.
  if (event.target.id === "poll" && failures > 0) event.detail.parameters.again = "yes";
  // A page that nobody looks at does not say that its player is there, whatever of it asks.
  if (document.hidden) event.detail.headers["Carteado-Hidden"] = "true";
});
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:afterRequest", (event) => {
  const status = event.detail.xhr?.status ?? 0;
  if (status >= 500 || status === 429) lost();
  else if (status > 0) found();
});
document.addEventListener("htmx:beforeCleanupElement", (event) => {
  // A move has replaced the poll's element, so its answer has nowhere to go.
  if (event.detail.elt?.id === "poll") htmx.trigger(event.detail.elt, "htmx:abort");
});
let asked = 0; // time at which the last poll began
document.addEventListener("htmx:beforeSend", (event) => {
  if (event.target.id === "poll") asked = Date.now();
});
document.addEventListener("htmx:afterRequest", (event) => {
  // The server held this poll until its time was up, so ask again at once.
  if (event.target.id === "poll" && event.detail.xhr?.status === 204 && Date.now() - asked > 1000) setTimeout(wake);
});
document.addEventListener("visibilitychange", () => {
  hiddenSince = document.hidden ? Date.now() : 0;
  if (!document.hidden) wake();
});
addEventListener("online", retryNow);

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-retry]") || !window.htmx || !poll()) return; // the link leads to the page itself
  event.preventDefault();
  retryNow();
});
