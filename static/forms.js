// Forms: a chosen card is let go, an address is copied, nothing is sent twice.

// A second press on a chosen card lets go of it; radios alone cannot do that.
let held = null;
for (const press of ["pointerdown", "keydown"]) {
  document.addEventListener(press, (event) => {
    const radio = event.key === undefined || event.key === " " ? event.target : null;
    held = radio?.matches?.(".card > [type=radio]:checked") ? radio : null;
  });
}
// The space key does nothing on a checked radio, so its release is handled here.
for (const release of ["click", "keyup"]) {
  document.addEventListener(release, (event) => {
    if (event.target === held && (release === "click" || event.key === " ")) {
      held.checked = false;
      if (release === "keyup") event.preventDefault();
    }
    held = null;
  });
}

// The enter key on a card that is not chosen chooses it. By default this event sends the form, which would name no
// card.
document.addEventListener("keypress", (event) => {
  const card = event.key === "Enter" && event.target.closest?.(".card > input:not(:checked)");
  if (!card) return;
  event.preventDefault();
  card.click();
});

function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  const label = button.querySelector("span");
  const before = (label.dataset.before ??= label.textContent);
  const done = () => {
    label.textContent = button.dataset.done;
    setTimeout(() => (label.textContent = before), 2000);
  };
  field.select();
  // Without https there is no clipboard to write to, so copy the selection.
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
  else if (document.execCommand("copy")) done();
}

// What a chat group is told goes to the device's own list of programs, where there is one.
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const { value: text } = document.getElementById(button.dataset.share);
    navigator.share({ text }).catch(() => {}); // the reader thought better of it
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});

// Pairs of a seal and what this browser has added beside it. What is no pair of ours counts for nothing.
window.added = () => {
  try {
    return JSON.parse(localStorage.getItem("seals")).filter(Array.isArray);
  } catch {
    return [];
  }
};

// Each form that begins a match adds to its deals what this browser draws, unless the reader types a
// word, and the browser keeps beside the match's seal what it has sent: the page that checks the deals
// asks for it. This comes before htmx reads the form.
document.addEventListener(
  "submit",
  ({ target: form, submitter }) => {
    const chance = form.elements.chance;
    if (!chance || submitter?.formMethod === "get") return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    chance.value ||= Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const typed = form.elements.contribution?.value.replace(/(\p{S})[\ufe0f\u200d]+/gu, "$1"); // as the club reads it
    const word = typed?.normalize("NFKC").trim().replace(/\s+/g, " ");
    localStorage.setItem("seals", JSON.stringify([...added(), [chance.dataset.chance, word || chance.value]].slice(-200)));
  },
  true,
);

// The line of a fold in the form for a new table says what is chosen in it.
document.addEventListener("input", ({ target }) => {
  const line = target.closest?.(".line");
  const says = line?.querySelector(":scope > summary > .line__says:not(:has(*))");
  if (!says || !line.querySelector(":checked")) return;
  const { elements } = target.form;
  const length = (name) =>
    elements[name].value && `${elements[name].value} ${elements[name.replace(/_number$/, "") + "_unit"].selectedOptions[0].text}`;
  const words = [...line.querySelectorAll("label > :checked")].map(({ value, parentElement: label }) => {
    if (value === "own") return [length("pace_number"), length("pace_reserve")].filter(Boolean).join(" + ");
    return label.dataset.says ?? label.querySelector(".title").textContent;
  });
  says.textContent = words.join(" · ");
});

// What is half written stays at this table, when a round's end or the next round comes as a page of its own.
const half = "words " + location.pathname;
const writing = document.querySelector("#write [name=words]");
try {
  if (writing) writing.value ||= sessionStorage.getItem(half) ?? "";
} catch {} // no storage: it is lost
let wrote = false; // it is being sent by a plain form
addEventListener("pagehide", () => {
  try {
    if (writing) sessionStorage.setItem(half, wrote ? "" : writing.value);
  } catch {}
});

// The tray closes, and does not cover why something was not said. The field lets go of words that were.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.requestConfig?.elt?.closest("#say, #write");
  if (!form) return;
  document.getElementById("tray").hidePopover();
  const { successful, xhr } = event.detail;
  if (successful && xhr.status < 400) document.getElementById(form.id).reset();
});

let made = false; // a form was sent from here whose key is used now

// A second click does not send a form again. htmx does that for its own forms.
document.addEventListener("submit", (event) => {
  const form = event.target;
  // htmx parses an answer as if no script ran, so its <noscript> holds fields that would be sent.
  for (const other of form.querySelectorAll("noscript")) other.remove();
  if (form.method !== "post" || (window.htmx && form.hasAttribute("data-hx-post"))) return;
  if (form.dataset.sent) event.preventDefault();
  else {
    form.dataset.sent = "yes";
    wrote ||= form.id === "write";
    made ||= Boolean(form.elements.idem);
    setTimeout(() => delete form.dataset.sent, 2000); // a download leaves the page where it is
  }
});
addEventListener("pageshow", (event) => {
  if (event.persisted && made) location.reload(); // by the same key nothing is made again
  for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
});

// Advice on a new password appears while it is typed.
document.addEventListener("input", (event) => {
  const advice = document.querySelector(`[data-advice="${CSS.escape(event.target.id)}"]`);
  if (!advice) return;
  const length = [...event.target.value].length;
  advice.textContent = length < 8 ? advice.dataset.short : length < 15 ? advice.dataset.fair : advice.dataset.good;
});
