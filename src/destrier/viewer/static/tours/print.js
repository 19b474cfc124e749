// Print: pictures of the boards as they are seen, but in the colours of paper, and sharp.

import { at } from "../shared/dom.js";

const root = document.documentElement;

export async function printBoards(views) {
  root.classList.add("on-paper");
  const pictures = views.map((view) => view.picture().toDataURL());
  root.classList.remove("on-paper");
  for (const view of views) {
    view.recolour();
    view.resize();
  }
  const images = pictures.map((src) => Object.assign(new Image(), { src, alt: "" }));
  await Promise.all(images.map((image) => image.decode()));
  at("paper").replaceChildren(...images);
  print();
}

addEventListener("afterprint", () => at("paper").replaceChildren());
