// The view of a tour in space: a board that can be turned, with the tour as tubes on it. A library draws it; the marks, the
// numbers and the knight lie above, always upright. What is hidden is known from a second picture, which no one sees: its
// colours are the numbers of the squares, and how near they are.

import { none, packed } from "../shared/dom.js";
import { CanvasView, circle, disc, write } from "../shared/view.js";
import { THREE } from "../vendor/three.js";
import { ball, sides, surface, tubes } from "./shapes.js";
import { pointAt } from "./tour.js";

// The minimum pixels of a square for drawing its sides and its number.
const SIDES_FROM = 4;
const NUMBERS_FROM = 19;
const NUMBER = 0.31; // The radius of a number's disc in squares,
const LARGEST_NUMBER = 18; // and at most in pixels.
const THICKNESS = 0.055; // The radius of a tube in squares,
const THINNEST = 0.45; // and at least in pixels.
const THIN = 0.6; // What is not ridden is thinner by this factor, so that what is ridden is whole where they cross.
const DOT = 2; // A dot is so many times as thick as a tube.
const ROUND = 2_000; // A board of more squares has tubes with few sides, and no dots.
const VEIL = 0.5; // A board that one sees through is so opaque,
const LAYERS = 0.3; // and layers always are, as they would hide each other.
const NEARER = 0.02; // What is so much nearer to the eye, as a part of the whole depth, hides what is behind.
const HIDDEN = 0.4; // A hidden knight is so opaque.

export class SpaceView extends CanvasView {
  /** What is shown, once there is something. @type {import("./tour.js").SpaceTour} */
  tour = none;
  marked = -1;
  radius = 1; // Its corners are at most so many squares from its middle.
  scene = new THREE.Scene();
  board = new THREE.Group();
  camera = new THREE.OrthographicCamera();
  thickness = { tube: { value: THICKNESS }, dot: { value: DOT * THICKNESS } };
  materials = {
    surface: new THREE.MeshLambertMaterial({ side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }),
    sides: new THREE.LineBasicMaterial(),
    tubes: thickened(new THREE.MeshLambertMaterial({ vertexColors: true }), this.thickness.tube, "share"),
    dots: thickened(new THREE.MeshLambertMaterial(), this.thickness.dot),
  };
  /** The picture of numbers, by pixels: three bytes of a number from 1 on, and one of depth. */
  target = new THREE.WebGLRenderTarget(1, 1, { minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter });
  numbered = new Uint8Array(4);
  isNumbered = false;
  /** Where the vertices of each move begin. */
  starts = [0];
  /** The colours along the tour, and of the ink and of what is faint, in three numbers each. */
  colours = new Float32Array(3);

  /** @param {HTMLElement} stage @param {import("./pose.js").Pose} pose @param {{ colour: string, numbers: boolean, through: boolean }} options */
  constructor(stage, pose, options) {
    super(stage);
    this.pose = pose;
    this.options = options;
    this.renderer = rendererOf();
    if (this.renderer) stage.prepend(this.renderer.domElement);
    this.base.hidden = this.trail.hidden = true;
    const light = new THREE.DirectionalLight(0xffffff, 2.1);
    light.position.set(-0.4, 0.55, 0.73);
    this.scene.add(this.board, light, new THREE.AmbientLight(0xffffff, 1.45));
  }

  show(tour) {
    Object.assign(this, { tour, position: null, marked: -1, radius: tour.radius });
    this.board.traverse((part) => part.geometry?.dispose());
    this.board.clear();
    const isRound = tour.size <= ROUND;
    const { shape, starts } = tubes(tour.moves, isRound ? 10 : 4);
    this.starts = starts;
    this.surface = new THREE.Mesh(surface(tour.tiles), this.materials.surface);
    this.sides = new THREE.LineSegments(sides(tour.tiles), this.materials.sides);
    this.tubes = new THREE.Mesh(shape, this.materials.tubes);
    this.dots = new THREE.InstancedMesh(ball(), this.materials.dots, isRound ? tour.size : 0);
    for (let square = 0; square < this.dots.count; square++) {
      this.dots.setMatrixAt(square, new THREE.Matrix4().makeTranslation(...tour.points[square]));
    }
    this.board.add(this.surface, this.sides, this.tubes, this.dots);
    for (const part of this.board.children) part.frustumCulled = false; // a tube has no thickness before it is drawn
    this.frame();
    this.repaint();
  }

  // Colours

  recolour() {
    super.recolour();
    const { ink, faint, board, isDark } = this.theme;
    const mixed = (share) => `color-mix(in srgb, ${ink} ${share}%, ${board})`;
    const bytes = new Uint8Array(packed([...this.ramp, ink, faint, mixed(isDark ? 14 : 7), mixed(38)]).buffer);
    const colours = Array.from({ length: bytes.length / 4 }, (_, at) =>
      new THREE.Color().setRGB(...[0, 1, 2].map((part) => bytes[4 * at + part] / 255), THREE.SRGBColorSpace));
    this.materials.sides.color = colours.pop();
    this.materials.surface.color = colours.pop();
    this.colours = new Float32Array(colours.flatMap(({ r, g, b }) => [r, g, b]));
    this.repaint();
  }

  repaint() {
    if (this.tour) this.colour(0, this.tour.size);
    super.repaint();
  }

  /** Give moves, from one place of the order to another, and the squares that they leave, their colours. */
  colour(from, to) {
    const { starts, tour, tubes: { geometry: { attributes: { color, share } } }, dots } = this;
    for (let place = from; place < to; place++) {
      const at = this.colourOf(place);
      const three = this.colours.subarray(3 * at, 3 * at + 3);
      share.array.fill(at > this.ramp.length ? THIN : 1, starts[place], starts[place + 1]);
      for (let vertex = starts[place]; vertex < starts[place + 1]; vertex++) color.array.set(three, 3 * vertex);
      if (dots.count) dots.setColorAt(tour.order[place], new THREE.Color(...three));
    }
    color.needsUpdate = share.needsUpdate = true;
    if (dots.instanceColor) dots.instanceColor.needsUpdate = true;
  }

  /** The number of a move's colour: moves have one of the tour if they are ridden or, with no knight, if all have. */
  colourOf(place) {
    const isRidden = this.position === null ? this.options.colour === "tour" : place < Math.floor(this.position);
    if (isRidden) return Math.floor((place * this.ramp.length) / this.tour.size);
    return this.ramp.length + Number(this.position !== null);
  }

  // How it lies

  /** @returns {[number, number]} */
  get extent() { return [2 * this.radius, 2 * this.radius]; }

  /** Turn so that a point of the board is in front, as far as a corner view allows. */
  reveal(point) { this.pose.reveal((turned) => turned(point)[1] < 0.1 * this.radius); }

  pan(dx, dy) {
    if (!this.tour) return;
    const angle = Math.hypot(dx, dy) / (0.7 * this.radius * this.scale);
    this.pose.turn([dy, 0, dx], Math.min(angle, Math.PI));
  }

  zoom(factor, ...about) {
    super.zoom(factor, ...about);
    if (this.isFitted) this.frame(); // A drag turns the board, so it could not be moved back by hand.
  }

  fit() {
    super.fit();
    this.pose.reset();
  }

  setRatio(ratio) {
    super.setRatio(ratio);
    this.renderer?.setPixelRatio(ratio);
    this.renderer?.setSize(this.width, this.height, false);
  }

  /** On the stage, and how far away. @returns {[number, number, number]} */
  seen(point) {
    const [right, away, up] = this.pose.turned(point);
    return [this.x + this.scale * (this.radius + right), this.y + this.scale * (this.radius - up), away];
  }

  /** Put the board and the eye into the scene, which counts in squares to the right, up and towards the eye. */
  lay() {
    const { camera, pose, radius, scale } = this;
    this.board.quaternion.setFromAxisAngle(new THREE.Vector3(1, 0, 0), -Math.PI / 2).multiply(pose.rotation);
    Object.assign(camera, { left: -this.x / scale - radius, top: this.y / scale + radius, near: -1.2 * radius, far: 1.2 * radius });
    Object.assign(camera, { right: camera.left + this.width / scale, bottom: camera.top - this.height / scale });
    camera.updateProjectionMatrix();
  }

  // Drawing

  get showsNumbers() { return this.options.numbers && this.scale >= NUMBERS_FROM; }

  draw() {
    if (!this.tour || !this.renderer) return;
    const { surface: { material } } = this;
    this.lay();
    this.thickness.tube.value = Math.max(THICKNESS, THINNEST / this.scale);
    this.thickness.dot.value = DOT * this.thickness.tube.value;
    this.sides.visible = this.scale >= SIDES_FROM;
    this.dots.visible = this.dots.count > 0 && !this.showsNumbers;
    material.opacity = this.tour.board === "space" ? LAYERS : this.options.through ? VEIL : 1;
    material.transparent = material.opacity < 1;
    material.depthWrite = !material.transparent;
    this.renderer.render(this.scene, this.camera);
    this.isNumbered = false;
    this.stage.dataset.drawn = "space";
    this.drawTop();
  }

  drawTop() {
    if (!this.tour || !this.renderer) return;
    const context = this.clear(this.top);
    if (this.showsNumbers) this.drawNumbers(context);
    if (this.marked >= 0) {
      const [x, y] = this.seen(this.tour.points[this.marked]);
      circle(context, [x, y], 0.4 * this.scale);
      context.lineWidth = 1.5;
      context.strokeStyle = this.theme.accent;
      context.stroke();
    }
    if (this.position === null) return;
    const [x, y, away] = this.seen(pointAt(this.tour, this.position));
    context.globalAlpha = this.isHidden(x, y, away) ? HIDDEN : 1;
    this.drawKnight(context, x, y);
  }

  /** Number the squares that are seen, as far as there is room for numbers: those in front go first. */
  drawNumbers(context) {
    const { points, at, size } = this.tour;
    const radius = Math.min(NUMBER * this.scale, LARGEST_NUMBER);
    const fit = Math.min(1.16, 2.9 / String(size).length) * radius;
    const seen = points.map((point, square) => ({ square, place: this.seen(point) })).filter(({ place }) => !this.isHidden(...place));
    const written = /** @type {typeof seen} */ ([]);
    for (const one of seen.sort((one, other) => one.place[2] - other.place[2])) {
      const [x, y] = one.place;
      if (written.every(({ place }) => Math.hypot(place[0] - x, place[1] - y) > 2 * radius)) written.push(one);
    }
    for (const { square, place: [x, y] } of written.reverse()) {
      disc(context, [x, y], radius, this.theme.board);
      write(context, String(at[square] + 1), [x, y], fit, this.theme.ink);
    }
  }

  rode(before) {
    super.rode(before);
    if (!this.tour) return;
    const places = [before, this.position].map((place) => Math.min(this.tour.size, Math.floor(place ?? 0)));
    if (before === null || this.position === null) this.colour(0, this.tour.size);
    else this.colour(Math.min(...places), Math.max(...places));
  }

  mark(square) {
    if (square === this.marked) return;
    this.marked = square;
    this.drawTop();
  }

  // What is seen where

  /** The number from 1 on at a point of the stage, and how far away it is, from 0 to 1. @returns {[number, number]} */
  numberedAt(x, y) {
    const [width, height] = [this.width, this.height].map(Math.floor);
    if (!this.tour || !this.renderer || !this.scale || !(x >= 0 && y >= 0 && x < width && y < height)) return [0, 1];
    if (!this.isNumbered) this.drawNumbered(width, height);
    const [red, green, blue, depth] = this.numbered.subarray(4 * ((height - 1 - Math.floor(y)) * width + Math.floor(x)));
    return [red + 256 * (green + 256 * blue), depth / 255];
  }

  drawNumbered(width, height) {
    const { renderer, target, board: { children } } = this;
    this.isNumbered = true;
    this.lay();
    target.setSize(width, height);
    this.numbered = new Uint8Array(4 * width * height);
    const others = children.filter((part) => part !== this.surface && part.visible);
    for (const part of others) part.visible = false;
    this.scene.overrideMaterial = NUMBERS;
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, this.numbered);
    renderer.setRenderTarget(null);
    this.scene.overrideMaterial = null;
    for (const part of others) part.visible = true;
  }

  squareAt(x, y) { return this.numberedAt(x, y)[0] - 1; }

  /** Whether something is in front of a point that lies so far away. */
  isHidden(x, y, away) {
    const [number, depth] = this.numberedAt(x, y);
    return number > 0 && (1 + away / (1.2 * this.radius)) / 2 > depth + NEARER;
  }
}

/** What draws a scene, or nothing where the browser draws no space. */
function rendererOf() {
  try {
    return new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true }); // for paper
  } catch {
    return null;
  }
}

/** Let a material be as thick as a picture wants it, or a share of that. @param {any} material @param {{ value: number }} thickness */
function thickened(material, thickness, share = "") {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.thickness = thickness;
    shader.vertexShader = shader.vertexShader
      .replace("void main", `uniform float thickness;${share && ` attribute float ${share};`}\nvoid main`)
      .replace("#include <begin_vertex>", `vec3 transformed = position + thickness * normal${share && ` * ${share}`};`);
  };
  material.customProgramCacheKey = () => share;
  return material;
}

/** Colours a surface by the numbers of its squares and by how near it is. */
const NUMBERS = new THREE.ShaderMaterial({
  side: THREE.DoubleSide,
  blending: THREE.NoBlending,
  vertexShader: `
    attribute float square;
    varying float number;
    void main() {
      number = square + 1.0;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`,
  fragmentShader: `
    varying float number;
    void main() {
      float whole = floor(number + 0.5);
      gl_FragColor = vec4(mod(whole, 256.0), mod(floor(whole / 256.0), 256.0), floor(whole / 65536.0), 255.0 * gl_FragCoord.z) / 255.0;
    }`,
});
