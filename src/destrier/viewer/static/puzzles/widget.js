// A puzzle in a notebook: its page in a frame, which tells what is filled in.

const HEIGHT = 640; // in pixels

/** @param {{ model: { get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void }, el: HTMLElement }} widget */
function render({ model, el }) {
  const frame = Object.assign(document.createElement("iframe"), { srcdoc: model.get("_page"), title: "Puzzle", height: String(HEIGHT) });
  Object.assign(frame.style, { width: "100%", border: "0" });
  const hear = (/** @type {MessageEvent} */ { source, data }) => {
    if (source !== frame.contentWindow) return;
    model.set("numbers", data.numbers);
    model.set("is_solved", data.isSolved);
    model.save_changes();
  };
  addEventListener("message", hear);
  el.append(frame);
  return () => removeEventListener("message", hear);
}

export default { render };
