// Cards are carried here, by pointer and by keys: to another place in the hand, or
// to where a button of the form would put them. It is one more way to press those
// buttons: the server decides, and every table can be played without it.

const root = document.documentElement;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const least = 8; // px that a pointer moves before a press becomes a drag
const table = () => document.getElementById("table");
const cells = () => [...document.querySelectorAll("#table .hand li:has(> .card > input)")];
const inputOf = (cell) => cell.querySelector("input");
const cardOf = (input) => input.closest(".card");
const chosen = () => [...document.querySelectorAll("#table .card > input:checked")];
const nameOf = (input) => input.value.split(" ")[0];

// ---- Where cards may go.

// placeOf is what a button's move is about: what it goes to, or else its verb.
const placeOf = (move) => / (>\S+)$/.exec(move)?.[1] ?? move.split(" ")[0];

// fits reports that chosen cards make a legal move. A choice names its pile, which
// some moves do not.
function fits(move, inputs) {
  const sets = [...document.querySelectorAll("#carry > data")].find((place) => place.value === placeOf(move));
  const named = (name) => inputs.map(name).sort().join("+");
  const list = sets?.textContent.split(" ") ?? [];
  return list.includes(named((input) => input.value.replace(" ", ""))) || list.includes(named(nameOf));
}

// A button that needs cards is ready when those that are chosen make its move.
function ready() {
  const cards = chosen();
  for (const button of document.querySelectorAll("#table .btn[data-needs]")) {
    button.classList.toggle("is-unready", cards.length > 0 && !fits(button.value, cards));
  }
}
document.addEventListener("change", ready);
document.addEventListener("htmx:afterSettle", ready);
ready();

// wake asks for what has changed while a card was carried. A lesson has no poll, and nothing changes there.
function wake() {
  const poll = document.getElementById("poll");
  if (poll && window.htmx) htmx.trigger(poll, "wake");
}

// ---- The script's own buttons.

function press(id, name, value) {
  const button = document.getElementById(id);
  if (!button) return; // a lesson keeps no order of the hand
  Object.assign(button, { type: "submit", name, value });
  button.click();
  button.type = "button";
}

function play(move, inputs) {
  for (const input of chosen()) input.checked = inputs.includes(input);
  for (const input of inputs) input.checked = true;
  press("drop", "move", move);
}

// reorder keeps an order of the hand, if it is another one.
function reorder(order) {
  if (!document.getElementById("reorder")) return false;
  const names = (list) => list.map((cell) => nameOf(inputOf(cell))).join(" ");
  if (names(order) === names(cells())) return false;
  press("reorder", "hand", names(order));
  return true;
}

// ---- By pointer.

let drag = null; // what is carried, from the press to its end
let dropped = null; // what was let go and waits for an answer

// zones are where a card may be dropped, but for where it lies.
const zones = (card) =>
  [...document.querySelectorAll("#table [data-drop], #table button[name=move][value*='*']:not(.sr, #drop)")]
    .filter((element) => !element.contains(card))
    .map((element) => ({ element, move: element.dataset.drop ?? element.value, box: element.getBoundingClientRect() }));
// joined are carried cards with the one that lies at a place, if the two are exchanged.
function joined({ element }, inputs) {
  const own = "partner" in element.dataset && element.querySelector("input");
  return own && own.name !== inputs[0].name ? [...inputs.filter((input) => input.name !== own.name), own] : inputs;
}
const within = (box, x, y, by = 0) => x >= box.left - by && x <= box.right + by && y >= box.top - by && y <= box.bottom + by;

document.addEventListener("pointerdown", (event) => {
  if (drag) return cancel(); // a second finger
  const card = event.target.closest?.("#table label.card:has(> input)");
  const menu = event.button !== 0 || event.ctrlKey; // with which a Mac asks for one
  if (!card || menu || dropped || table().classList.contains("htmx-request")) return;
  settle();
  drag = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY], begun: false };
});

// carried are the inputs that go together: a chosen card takes the other chosen ones
// along, and any card those of another kind, as a reverse card its companion.
function carried(input) {
  return [input, ...chosen().filter((other) => other !== input && (input.checked || other.name !== input.name))];
}

function begin() {
  const inputs = carried(drag.card.querySelector("input"));
  const layer = document.createElement("div");
  layer.className = "carried";
  drag.begun = true;
  drag.inputs = inputs;
  drag.layer = layer;
  drag.cells = cells().map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
  drag.own = drag.cells.some(({ cell }) => cell.contains(drag.card));
  drag.zones = zones(drag.card);
  drag.copies = inputs.map((input, i) => {
    const card = cardOf(input);
    const box = card.getBoundingClientRect();
    const copy = document.createElement("span");
    copy.className = `${card.className} is-lifted`;
    copy.append(card.querySelector("svg").cloneNode(true));
    copy.style.setProperty("--cw", `${card.offsetWidth}px`);
    layer.prepend(copy);
    const [x, y] = i === 0 ? [box.left, box.top] : [drag.copies0.left + i * 0.4 * box.width, drag.copies0.top];
    if (i === 0) drag.copies0 = box;
    return { copy, id: card.id, x, y };
  });
  drag.bar = document.createElement("i");
  layer.append(drag.bar);
  document.body.append(layer);
  for (const input of inputs) cardOf(input).classList.add("is-away");
  for (const zone of drag.zones) zone.element.classList.toggle("is-target", fits(zone.move, joined(zone, inputs)));
  root.classList.add("is-dragging");
  try {
    drag.card.setPointerCapture(drag.pointer);
  } catch {
    // the pointer has gone already, and its end is on its way
  }
}

// slotAt is the place in the hand at a point: so many cards are before it.
function slotAt(x, y) {
  const { cells } = drag;
  if (!drag.own || !cells.some(({ box }) => within(box, x, y, 28))) return null;
  const far = ({ box }) => 4 * Math.max(box.top - y, y - box.bottom, 0) + Math.abs(x - (box.left + box.right) / 2);
  const near = cells.reduce((a, b) => (far(b) < far(a) ? b : a));
  const after = x > (near.box.left + near.box.right) / 2;
  return { index: cells.indexOf(near) + (after ? 1 : 0), x: after ? near.box.right : near.box.left, box: near.box };
}

// draw is called once a frame at most. It moves what is in the air, by transforms
// alone, and marks what is under it.
function draw() {
  if (!drag) return;
  drag.frame = 0;
  const [dx, dy] = [drag.x - drag.from[0], drag.y - drag.from[1]];
  for (const { copy, x, y } of drag.copies) copy.style.translate = `${x + dx}px ${y + dy}px`;
  const under = drag.zones.findLast(({ box }) => within(box, drag.x, drag.y)) ?? null;
  if (under !== drag.over) {
    drag.over?.element.classList.remove("is-over");
    under?.element.classList.add("is-over");
    drag.over = under;
  }
  drag.slot = under ? null : slotAt(drag.x, drag.y);
  drag.bar.hidden = !drag.slot;
  if (drag.slot) {
    drag.bar.style.translate = `${drag.slot.x - 2}px ${drag.slot.box.top}px`;
    drag.bar.style.blockSize = `${drag.slot.box.height}px`;
  }
}

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  [drag.x, drag.y] = [event.clientX, event.clientY];
  if (!drag.begun) {
    if (Math.hypot(drag.x - drag.from[0], drag.y - drag.from[1]) < least) return;
    begin();
  }
  drag.frame ||= requestAnimationFrame(draw);
});

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.begun) return void (drag = null);
  [drag.x, drag.y] = [event.clientX, event.clientY];
  draw();
  addEventListener("click", swallow, true);
  setTimeout(() => removeEventListener("click", swallow, true));
  const { over, slot, inputs } = drag;
  if (!over && !slot) return cancel();
  dropped = drag;
  if (over) play(over.move, joined(over, inputs));
  else if (!reorder(moved(slot.index, inputs))) return cancel();
  end();
  if (!document.querySelector("#table.htmx-request, #table .htmx-request")) settle(); // nothing was asked
});
// swallow stops the click that ends a drag by mouse.
function swallow(event) {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
}

// moved is the hand with cards put in front of the one that was at an index.
function moved(index, inputs) {
  const list = drag.cells.map(({ cell }) => cell);
  const away = (cell) => inputs.includes(inputOf(cell));
  const own = list.filter(away);
  return [...list.slice(0, index).filter((cell) => !away(cell)), ...own, ...list.slice(index).filter((cell) => !away(cell))];
}

// end takes the marks of a drag off the table. What is in the air stays there.
function end() {
  for (const { element } of drag?.zones ?? []) element.classList.remove("is-target", "is-over");
  if (drag?.bar) drag.bar.hidden = true;
  cancelAnimationFrame(drag?.frame);
  root.classList.remove("is-dragging");
  drag = null;
}

// settle lets the cards in the air glide to where they lie now.
function settle() {
  const { copies, layer } = dropped ?? {};
  dropped = null;
  for (const card of document.querySelectorAll(".is-away")) card.classList.remove("is-away");
  const glides = (copies ?? []).map(({ copy, id }) => {
    const card = document.getElementById(id);
    if (!card || still.matches || document.hidden) return null;
    const box = card.getBoundingClientRect();
    const scale = box.width / (copy.offsetWidth || 1);
    card.classList.add("is-away");
    const done = () => card.classList.remove("is-away");
    const glide = copy.animate(
      { translate: `${box.left}px ${box.top}px`, scale: `${scale}`, rotate: "0deg" },
      { duration: 180, easing: "cubic-bezier(.2, .8, .3, 1)", fill: "forwards" },
    );
    glide.finished.then(done, done);
    return glide.finished;
  });
  Promise.allSettled(glides).then(() => {
    layer?.remove();
    if (!root.classList.contains("is-dragging")) wake();
  });
}

// cancel lets the cards go back to where they lay.
function cancel() {
  if (!drag) return;
  if (drag.begun) dropped = drag;
  end();
  settle();
}

document.addEventListener("pointercancel", cancel);
document.addEventListener("lostpointercapture", (event) => {
  const lost = drag; // pointerup comes first, and ends it
  if (lost?.begun && event.target === lost.card) setTimeout(() => drag === lost && cancel());
});
document.addEventListener("contextmenu", (event) => drag?.begun && event.preventDefault());
document.addEventListener("dragstart", (event) => event.target.closest?.("#table .card") && event.preventDefault());
for (const turn of ["resize", "blur", "pagehide"]) addEventListener(turn, cancel);

const ofTable = (event) => event.detail.requestConfig?.elt?.closest?.("#table");
document.addEventListener("htmx:beforeSwap", (event) => ofTable(event) && (cancel(), putBack()));
document.addEventListener("htmx:beforeTransition", (event) => dropped && event.preventDefault());
document.addEventListener("htmx:afterRequest", (event) => ofTable(event) && dropped && requestAnimationFrame(settle));

// ---- By tapping: a card, then its pile.

document.addEventListener("click", (event) => {
  const zone = event.target.closest?.("#table [data-drop]");
  const cards = chosen();
  if (zone && !event.target.closest("button, a, label, input") && cards.length > 0 && fits(zone.dataset.drop, cards)) play(zone.dataset.drop, cards);
});

// ---- By keys: a chosen card is picked up, and moved.

let held = null; // {input, order}: the hand as it was
let shifting = false; // the focus is lost for a moment

function show(order) {
  const marks = cells().map((cell) => {
    const mark = document.createComment("");
    cell.before(mark);
    return mark;
  });
  shifting = true;
  marks.forEach((mark, i) => mark.replaceWith(order[i]));
  held.input.focus({ preventScroll: true });
  shifting = false;
  const at = order.findIndex((cell) => inputOf(cell) === held.input) + 1;
  const words = document.getElementById("carry").dataset.place;
  document.getElementById("announce").textContent = words
    .replace("%c", held.input.getAttribute("aria-label"))
    .replace("%n", at)
    .replace("%o", order.length);
}

function pickUp(input) {
  held = { input, order: cells() };
  cardOf(input).classList.add("is-held");
  const keys = document.getElementById("keys");
  const box = table().querySelector(".acts")?.getBoundingClientRect() ?? input.getBoundingClientRect();
  keys.hidden = false;
  keys.style.insetBlockStart = `${box.top}px`;
  keys.style.insetInlineStart = `${box.left}px`;
  keys.style.inlineSize = `${box.width}px`;
  keys.style.minBlockSize = `${box.height}px`;
  root.classList.add("is-dragging");
  show(held.order);
}

function letGo() {
  cardOf(held.input).classList.remove("is-held");
  const keys = document.getElementById("keys");
  if (keys) keys.hidden = true;
  root.classList.remove("is-dragging");
  held = null;
  wake();
}

function putBack() {
  if (!held) return;
  show(held.order);
  letGo();
}

function drop() {
  const order = cells();
  const same = order.every((cell, i) => cell === held.order[i]);
  letGo();
  if (!same) press("reorder", "hand", order.map((cell) => nameOf(inputOf(cell))).join(" "));
}

function step(by) {
  const order = cells();
  const from = order.findIndex((cell) => inputOf(cell) === held.input);
  const to = Math.min(Math.max(from + by, 0), order.length - 1);
  order.splice(to, 0, ...order.splice(from, 1));
  show(order);
}

let picked = false; // by this press of the space key
document.addEventListener(
  "keydown",
  (event) => {
    const input = event.target.closest?.("#table .hand .card > input");
    const stop = () => (event.preventDefault(), event.stopPropagation());
    if (drag?.begun && event.key === "Escape") cancel();
    if (!input) return;
    if (!held && event.key === " " && input.checked && !event.repeat) {
      stop();
      picked = true;
      pickUp(input);
    } else if (held) {
      if (event.key === " ") {
        if (event.repeat) return stop(); // the key that has picked the card up is still down
        putBack();
        return; // and the space key lets go of the card, as ever
      }
      const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Enter: drop, Escape: putBack };
      if (event.key !== "Tab") stop();
      keys[event.key]?.();
    }
  },
  true,
);
document.addEventListener(
  "keyup",
  (event) => {
    if (event.key !== " " || !picked) return;
    picked = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("focusout", (event) => held && !shifting && event.target === held.input && setTimeout(putBack));
