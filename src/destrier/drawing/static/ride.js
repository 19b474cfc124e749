// The page of one drawing on which the knight rides. The drawing is a function of time, and the player is its clock.

import { at, isCalm } from "./shared/dom.js";
import { listenToKeys } from "./shared/keys.js";
import { Player } from "./shared/player.js";
import { Transport } from "./shared/transport.js";

const drawing = /** @type {SVGSVGElement} */ (document.querySelector(".destrier"));
const moves = Number(drawing.dataset.moves);
const seconds = Number(drawing.dataset.seconds);

const show = (/** @type {?number} */ position) => drawing.setCurrentTime(((position ?? moves) / moves) * seconds);
const player = new Player({ length: moves, from: 1, to: moves + Number(drawing.classList.contains("open")), show });
const transport = new Transport();
drawing.classList.add("controlled");
drawing.pauseAnimations();
transport.use(player);
transport.takeSpeed(moves / seconds);
listenToKeys([...transport.keys, transport.arrows]);
at("transport").parentElement.hidden = false;
if (isCalm()) player.stop(); // shows the whole tour
else player.begin();
document.body.dataset.ready = "";
