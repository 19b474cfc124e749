// The pointer drags a view, zooms it by the wheel or with two fingers, and clicks. Where squares are painted, a drag
// paints instead; and what stands on a square may be carried to another one.

const CLICK = 5; // A click may travel so many pixels, as hands tremble.

/** @typedef {[number, number]} Point */

/** What the pointer does on a view is told to such an object, by the square and the point of the view. */
export class Listener {
  paints = false; // whether the pointer paints squares: then it does not move the view
  seeks = false; // whether a click goes somewhere: then a second one soon after is no double click

  hover(/** @type {number} */ square, /** @type {Point} */ point) {}
  click(/** @type {number} */ square, /** @type {Point} */ point) {}
  paint(/** @type {number} */ square, /** @type {boolean} */ isFirst) {}
  unpaint() {} // The stroke that is painted is none: a second finger came.
  holds(/** @type {number} */ square) { return false; } // whether something stands there that can be carried
  carry(/** @type {number} */ square, /** @type {Point} */ point) {}
  drop(/** @type {number} */ square) {} // what is carried; on -1, nowhere
}

/** Forward pointer events to a view and its listener. @param {import("./view.js").CanvasView} view */
export function listenToPointer(view) {
  const { stage } = view;
  const fingers = /** @type {Map<number, Point>} */ (new Map());
  let travelled = 0;
  let painting = false;
  let carrying = false;
  const place = (/** @type {MouseEvent | Touch} */ event) => {
    const box = stage.getBoundingClientRect();
    return /** @type {Point} */ ([event.clientX - box.left, event.clientY - box.top]);
  };
  const where = (/** @type {Point} */ point) => /** @type {const} */ ([view.squareAt(...point), view.pointAt(...point)]);

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : event.deltaMode ? 0.06 : 0.0018)), ...place(event));
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    if (painting && fingers.size) view.listener.unpaint();
    if (carrying) view.listener.drop(-1);
    fingers.set(event.pointerId, place(event));
    stage.setPointerCapture(event.pointerId);
    travelled = fingers.size > 1 ? Infinity : 0;
    painting = view.listener.paints && fingers.size === 1 && event.button === 0;
    if (painting) view.listener.paint(view.squareAt(...place(event)), true);
    carrying = fingers.size === 1 && event.button === 0 && view.listener.holds(view.squareAt(...place(event)));
  });
  stage.addEventListener("touchstart", (event) => {
    if (view.listener.holds(view.squareAt(...place(event.touches[0])))) event.preventDefault(); // the page stays
  }, { passive: false });
  stage.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = fingers.get(event.pointerId);
    if (!before) return view.listener.hover(...where(now));
    travelled += distance(now, before);
    if (fingers.size === 2) {
      const [[, other]] = [...fingers].filter(([id]) => id !== event.pointerId);
      view.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      view.zoom(distance(now, other) / Math.max(1, distance(before, other)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else if (painting) view.listener.paint(view.squareAt(...now), false);
    else if (travelled > CLICK && carrying) view.listener.carry(view.squareAt(...now), now);
    else if (travelled > CLICK) view.pan(now[0] - before[0], now[1] - before[1]);
    fingers.set(event.pointerId, now);
  });
  const release = (/** @type {PointerEvent} */ event) => {
    const isUp = fingers.delete(event.pointerId) && event.type === "pointerup";
    if (carrying && travelled > CLICK) view.listener.drop(isUp ? view.squareAt(...place(event)) : -1);
    carrying = false;
    if (isUp && travelled <= CLICK && !painting) view.listener.click(...where(place(event)));
  };
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) stage.addEventListener(end, release);
  stage.addEventListener("pointerleave", () => view.listener.hover(-1, [NaN, NaN]));
  stage.addEventListener("dblclick", () => {
    if (!view.listener.paints && !view.listener.seeks) view.fit();
  });
}

const distance = (/** @type {Point} */ one, /** @type {Point} */ other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
