import type { Backdrop } from './backdrop.ts';

/** Draws a person in front of a backdrop, frame by frame, on one canvas. */
export class Compositor {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #backdrop: Backdrop;

  constructor(backdrop: Backdrop) {
    const context = this.canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('The browser gave no canvas to draw on.');
    this.#context = context;
    this.#backdrop = backdrop;
  }

  /** `person`: opaque where there is a person, transparent elsewhere. */
  draw(frame: CanvasImageSource, person: CanvasImageSource, width: number, height: number): void {
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const context = this.#context;
    context.globalCompositeOperation = 'source-over';
    this.#drawBackdrop(frame, width, height);
    context.drawImage(person, 0, 0, width, height);
  }

  #drawBackdrop(frame: CanvasImageSource, width: number, height: number): void {
    const context = this.#context;
    const backdrop = this.#backdrop;
    if ('blur' in backdrop) {
      const radius = Math.max(1, (backdrop.blur * height) / 720);
      context.filter = `blur(${radius}px)`;
      // Beyond the edges: a blur mixes what is outside into the picture.
      context.drawImage(frame, -radius, -radius, width + 2 * radius, height + 2 * radius);
      context.filter = 'none';
      return;
    }
    // Fills the frame and keeps its proportions.
    const scale = Math.max(width / backdrop.width, height / backdrop.height);
    const [w, h] = [backdrop.width * scale, backdrop.height * scale];
    context.drawImage(backdrop.picture, (width - w) / 2, (height - h) / 2, w, h);
  }
}
