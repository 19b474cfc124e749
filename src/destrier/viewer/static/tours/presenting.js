// Presenting to a class: the board is as large as the screen, with large controls beside it.

import { at, on } from "../shared/dom.js";

const root = document.documentElement;

/** Let the button and the keys present what a view shows; return the rows of the keys. @param {import("./view.js").BoardView} view */
export function listenToPresenting(view) {
  const toggle = () => {
    const isOn = root.classList.toggle("presenting");
    at("present").setAttribute("aria-pressed", String(isOn));
    view.isLarge = isOn;
    view.resize();
    view.fit();
    if (isOn) root.requestFullscreen?.().catch(() => {}); // a page in a frame may not: then it fills its frame
    else if (document.fullscreenElement) document.exitFullscreen();
  };
  const leave = () => root.classList.contains("presenting") && toggle();
  on("present", "click", toggle);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || leave());
  return [
    { help: "Full screen, for a class", keys: { P: toggle } },
    { help: "Leave the full screen", keys: { Esc: leave } },
  ];
}
