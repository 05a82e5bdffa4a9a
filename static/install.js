// The home page offers to stand among the device's programs on the fifth day in a row on
// which a page of the club was open there, and not again once somebody has answered.

const days = 5;
const now = new Date();
const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
let visits = { last: 0, row: 0, answered: false };
const keep = () => {
  try {
    localStorage.setItem("visits", JSON.stringify(visits));
  } catch {} // no storage: no day is the fifth
};
try {
  visits = { ...visits, ...JSON.parse(localStorage.getItem("visits")) };
} catch {} // no storage, or not ours: this is the first day
if (visits.last !== today) {
  visits.row = visits.last === today - 1 ? visits.row + 1 : 1;
  visits.last = today;
  keep();
}

const box = document.getElementById("install");
if (box) ask();

function ask() {
  const due = () => !visits.answered && visits.row >= days;

  let offer = null; // of the browser, once it has made one
  addEventListener("beforeinstallprompt", (event) => {
    if (!due()) return;
    event.preventDefault();
    offer = event;
    box.hidden = false;
  });
  if (navigator.standalone === false && due()) { // Safari on a phone: by hand
    box.querySelector("ol").hidden = false;
    box.querySelector("[data-install=yes]").hidden = true;
    box.hidden = false;
  }
  box.addEventListener("click", (event) => {
    const answer = event.target.closest("[data-install]")?.dataset.install;
    if (!answer) return;
    visits.answered = true;
    keep();
    box.hidden = true;
    if (answer === "yes") offer?.prompt();
  });
}
