/** Cuts a person out of a frame along a mask. */
export interface PersonCutter {
  cut(
    frame: CanvasImageSource,
    mask: CanvasImageSource,
    width: number,
    height: number,
  ): HTMLCanvasElement;
}

/** Softens the edge of the mask, which is coarser than the picture. */
const EDGE = 'blur(3px)';

export function openPersonCutter(): PersonCutter {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gave no canvas to draw on.');
  return {
    cut(frame, mask, width, height) {
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      context.globalCompositeOperation = 'copy';
      context.filter = EDGE;
      context.drawImage(mask, 0, 0, width, height);
      context.filter = 'none';
      context.globalCompositeOperation = 'source-in';
      context.drawImage(frame, 0, 0, width, height);
      return canvas;
    },
  };
}
