// A card opens large, with its command: Escape closes it, and arrows turn to its neighbours. Without this script, the
// cards show their commands, and their pictures are links to files.

const cards = [...document.querySelectorAll("li:has(> .image-reference)")];

if (cards.length) {
  const dialog = document.createElement("dialog");
  dialog.id = "card";
  dialog.popover = "auto";
  dialog.innerHTML = '<button popovertarget="card" autofocus aria-label="Close">×</button><div></div>';
  document.body.append(dialog);
  let shown = 0;

  const show = (place) => {
    shown = (place + cards.length) % cards.length;
    const copy = cards[shown].cloneNode(true);
    for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
    dialog.lastChild.replaceChildren(...copy.children);
    dialog.ariaLabel = dialog.querySelector("strong").textContent;
  };

  for (const [place, card] of cards.entries()) {
    card.addEventListener("click", (event) => {
      if (!event.target.closest(".image-reference")) return;
      event.preventDefault();
      show(place);
      dialog.showPopover();
    });
  }
  dialog.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft" || key === "ArrowRight") show(shown + (key === "ArrowRight" ? 1 : -1));
  });
}

// What scrolls can be reached by the keyboard.
const scrolls = new ResizeObserver((boxes) => {
  for (const { target } of boxes) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});
for (const box of document.querySelectorAll(".table-wrapper, .highlight pre")) scrolls.observe(box);

// What the theme leaves unsaid to screen readers.
document.querySelector(".sidebar-drawer").ariaLabel = "All pages";
for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = 2;
for (const corner of document.querySelectorAll("th:has(> p:empty)")) corner.role = "cell";
