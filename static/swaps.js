// Swapping an answer into the page keeps chosen cards, what is typed and what is unfolded, and never shows
// an older position in place of a newer one.

const chooses = (node) => node instanceof HTMLInputElement && (node.type === "radio" || node.type === "checkbox");

if (window.Idiomorph) {
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => {
    if (chooses(old) && chooses(fresh) && old.id === fresh.id) {
      fresh.toggleAttribute("checked", old.hasAttribute("checked")); // which would let go of another card of the group
      fresh.checked = old.checked;
    }
    if (old.matches?.("details:not([id^=round-])")) fresh.open = old.open; // the round of a replay's step unfolds
    return !old.matches?.("[data-live]"); // scripts draw them themselves
  };
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !(name === "value" && typed(node)) && !(name === "selected" && picked(node.closest("select")));
}

// typed and picked are fields that the reader has changed.
function typed(node) {
  return (node.type === "text" || node.type === "textarea") && node.value !== node.defaultValue;
}
function picked(select) {
  const first = select && [...select.options].findIndex((option) => option.defaultSelected);
  return select && select.selectedIndex !== Math.max(0, first);
}

// An older position never replaces a newer one: answers may overtake each
// other, and a transition delays its swap. A position is a kind and numbers.
// Nor does a poll replace its own position, at which the player may have put the
// hand in another order since.
function older(a, b) {
  if (a === b) return polled && a !== undefined;
  const [x, y] = [a, b].map((at) => (at ?? "").split(".").slice(1).map(Number));
  const i = x.findIndex((n, i) => n !== y[i]);
  return i >= 0 && x[i] < y[i];
}
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { fragment, target } = event.detail;
  const { at, round } = fragment.firstElementChild?.dataset ?? {};
  if (older(at, target.dataset.at)) event.preventDefault();
  else if (round && target.dataset.round && round !== target.dataset.round) {
    event.preventDefault();
    location.reload(); // a page that has missed the end of a round holds more of it than answers bring
  }
});

// Who has asked for another page gets that one: what an answer leads to would come in its place. Of some pages that do
// not come, as of a file that is kept, the browser says nothing; so after a while it leads on all the same.
const maxLeaving = 5_000; // ms
let leftAt = -maxLeaving; // when the reader asked
globalThis.navigation?.addEventListener("navigate", (event) => {
  const { url, sameDocument } = event.destination;
  if (sameDocument || (event.formData && !event.userInitiated)) return;
  if (event.userInitiated) leftAt = performance.now();
  else if (performance.now() - leftAt < maxLeaving) {
    event.preventDefault();
    setTimeout(() => location.assign(url), maxLeaving);
  }
});
addEventListener("pagehide", () => (leftAt = -maxLeaving));

// While a move is under way or a card is carried, a poll's answer is dropped. It
// would show the new table early, and the move's own answer would then replace it
// under a press. The poll asks again. A move ends with its request: htmx:afterRequest
// may miss it, where the answer has taken away the button that asked.
const moves = new Set(); // requests of the table that are under way
const asks = (event, id) => event.detail.requestConfig?.elt?.closest("#" + id) != null;
document.addEventListener("htmx:beforeSend", (event) => {
  if (!asks(event, "table")) return;
  const { xhr } = event.detail;
  moves.add(xhr);
  xhr.addEventListener("loadend", () => moves.delete(xhr));
});
let polled = false; // what is being swapped in is the answer to a poll
document.addEventListener("htmx:beforeSwap", (event) => {
  polled = asks(event, "poll");
  // A server before the club's may answer in its place, with a page.
  const { xhr } = event.detail;
  if (xhr.status === 503 && !xhr.responseText.includes('id="poll"')) event.detail.shouldSwap = false;
  const busy = moves.size > 0 || document.documentElement.classList.contains("is-dragging");
  if (polled && busy) event.detail.shouldSwap = false;
});

// A lesson comes whole, and what it says with it. Only words that are put into a status which is there are read out.
const unread = 100; // ms until a status counts as there
document.addEventListener("htmx:afterSettle", (event) => {
  const status = event.target.id === "lesson" && document.getElementById("announce");
  if (!status) return;
  const words = status.textContent;
  status.textContent = "";
  setTimeout(() => (status.textContent = words), unread);
});

document.addEventListener("htmx:afterSettle", () => {
  const title = document.getElementById("table")?.dataset.title;
  if (title) document.title = title;
});
