// Presenting to a class: the board is as large as the screen, with large controls beside it.

import { at, on } from "../shared/dom.js";

const root = document.documentElement;
const isPresenting = () => root.classList.contains("presenting");

/** Let the button and the keys present what a view shows; return the rows of the keys. @param {import("./view.js").BoardView} view */
export function listenToPresenting(view) {
  const present = (/** @type {boolean} */ isOn) => {
    root.classList.toggle("presenting", isOn);
    at("present").setAttribute("aria-pressed", String(isOn));
    view.isLarge = isOn;
    view.resize();
    view.fit();
  };
  const enter = () => {
    present(true);
    root.requestFullscreen?.().catch(() => {}); // a page in a frame may not: then it fills its frame
  };
  const leave = () => {
    if (!isPresenting()) return false;
    present(false);
    if (document.fullscreenElement) document.exitFullscreen();
    return true;
  };
  const toggle = () => (isPresenting() ? leave() : enter());
  on("present", "click", toggle);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || leave());
  return [
    { help: "Full screen, for a class", keys: { P: toggle } },
    { help: "Leave the full screen", keys: { Esc: leave } },
  ];
}
