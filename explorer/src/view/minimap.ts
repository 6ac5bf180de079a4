// The whole graph in a corner, with a frame around the visible part; drag the frame to move the view.
import { type Model } from '../data';
import { type Layout } from '../layout/layout';
import { declaredOf } from '../words';
import { h } from './dom';
import { type GraphView } from './graph_view';
import { fillOf } from './marks';

const kWidth = 130, kHeight = 170;

export class Minimap {
  readonly element = h('canvas', { id: 'mini', 'aria-hidden': 'true' });
  private scale = 1;
  private picture: ImageData | null = null;

  constructor(private readonly model: Model, private readonly layout: Layout, private readonly view: GraphView) {
    const follow = (event: PointerEvent): void => {
      if ((event.buttons & 1) === 0) return;
      const r = this.element.getBoundingClientRect(), { width, height } = view.size(), { bounds } = layout, k = view.view.k;
      const x = (event.clientX - r.left) / this.scale + bounds.x, y = (event.clientY - r.top) / this.scaleY + bounds.y;
      view.setView({ x: x - width / k / 2, y: y - height / k / 2, k });
      event.stopPropagation();
    };
    this.element.addEventListener('pointerdown', event => { this.element.setPointerCapture(event.pointerId); follow(event); });
    this.element.addEventListener('pointermove', follow);
  }

  private scaleY = 1;

  /** Redraws the boxes. Tall graphs are squeezed so that something remains visible. */
  draw(): void {
    const { bounds } = this.layout, canvas = this.element;
    this.scale = Math.min(kWidth / bounds.width, 0.25);
    this.scaleY = Math.min(kHeight / bounds.height, 0.25);
    if (this.scale > this.scaleY * 4) this.scale = Math.max(this.scaleY * 4, Math.min(this.scale, 40 / bounds.width));
    canvas.width = Math.max(30, Math.ceil(bounds.width * this.scale));
    canvas.height = Math.max(30, Math.ceil(bounds.height * this.scaleY));
    const context = canvas.getContext('2d', { willReadFrequently: true })!, style = getComputedStyle(document.documentElement);
    const declared = declaredOf(this.view.pass);
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (const [key, box] of this.view.scene.boxes) {
      const block = this.view.pass.blocks.get(key), fill = block ? fillOf(block, declared.get(key)) : 'key';
      context.fillStyle = fill === 'program' ? style.getPropertyValue('--box') : style.getPropertyValue('--' + fill);
      context.fillRect((box.x - bounds.x) * this.scale, (box.y - bounds.y) * this.scaleY, Math.max(2, box.width * this.scale), Math.max(1.5, box.height * this.scaleY));
    }
    this.picture = context.getImageData(0, 0, canvas.width, canvas.height);
    this.frame();
    void this.model;
  }

  /** Redraws only the frame. */
  frame(): void {
    const context = this.element.getContext('2d', { willReadFrequently: true });
    if (!context || !this.picture) return;
    const { x, y, k } = this.view.view, { width, height } = this.view.size(), { bounds } = this.layout;
    const isWhole = x <= bounds.x && y <= bounds.y && x + width / k >= bounds.x + bounds.width && y + height / k >= bounds.y + bounds.height;
    this.element.style.visibility = isWhole ? 'hidden' : 'visible';
    context.putImageData(this.picture, 0, 0);
    context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--on');
    context.lineWidth = 2;
    context.strokeRect((x - bounds.x) * this.scale, (y - bounds.y) * this.scaleY, width / k * this.scale, Math.max(3, height / k * this.scaleY));
  }
}
