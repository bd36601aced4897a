/** A moving picture without a camera: a landscape at dusk, or a page of text as a screen. */
export function paintedTrack(kind: 'person' | 'screen', hue = 25): MediaStreamTrack {
  const canvas = document.createElement('canvas');
  canvas.width = kind === 'screen' ? 1_280 : 640;
  canvas.height = kind === 'screen' ? 720 : 360;
  const context = canvas.getContext('2d');
  const paint = () => {
    if (context === null) return;
    if (kind === 'screen') paintScreen(context);
    else paintPerson(context, hue);
  };
  paint();
  setInterval(paint, 200);
  const [track] = canvas.captureStream(5).getVideoTracks();
  if (track === undefined) throw new Error('This browser captures no canvas.');
  return track;
}

function paintPerson(context: CanvasRenderingContext2D, hue: number): void {
  const { width, height } = context.canvas;
  context.fillStyle = `hsl(${hue} 35% 72%)`;
  context.fillRect(0, 0, width, height);
  context.fillStyle = `hsl(${hue} 40% 60%)`;
  context.fillRect(0, 0, width * 0.3, height);
  context.fillStyle = `hsl(${hue + 200} 25% 30%)`;
  context.beginPath();
  context.ellipse(width / 2, height * 1.05, width * 0.24, height * 0.42, 0, 0, 7);
  context.fill();
  context.fillStyle = `hsl(22 45% ${30 + (hue % 40)}%)`;
  context.beginPath();
  context.ellipse(width / 2, height * 0.42, width * 0.1, height * 0.23, 0, 0, 7);
  context.fill();
}

function paintScreen(context: CanvasRenderingContext2D): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#2f4858';
  context.font = '600 54px serif';
  context.fillText('The water cycle', 90, 130);
  context.fillStyle = '#8aa0ad';
  for (let line = 0; line < 9; line += 1) {
    context.fillRect(90, 190 + line * 52, width * (line % 3 === 2 ? 0.4 : 0.62), 18);
  }
}
