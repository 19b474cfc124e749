// Print: pictures of the boards as they are seen, but in the colours of paper, and sharp.

const root = document.documentElement;
const paper = () => document.getElementById("paper");

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
  paper().replaceChildren(...images);
  print();
}

addEventListener("afterprint", () => paper().replaceChildren());
