import type { VideoProcessor } from '../../../options/input-settings.ts';

/** What is drawn behind a person. */
export type Backdrop =
  | { readonly blur: number }
  | { readonly picture: CanvasImageSource; readonly width: number; readonly height: number };

type BackgroundProcessor = Extract<
  VideoProcessor,
  { type: 'background-blur' | 'background-image' }
>;

/** For a picture 720 pixels high; other sizes in proportion. */
const STRONGEST_BLUR = 40;
const DEFAULT_STRENGTH = 0.5;

/** The ten built-in images: two colours and an angle each, drawn when chosen. */
const PRESETS: readonly (readonly [from: string, to: string, degrees: number])[] = [
  ['#1f2d3d', '#3c6e91', 60],
  ['#f6d365', '#fda085', 30],
  ['#84fab0', '#8fd3f4', 120],
  ['#a18cd1', '#fbc2eb', 90],
  ['#30404f', '#0b1420', 90],
  ['#fdfbfb', '#d7dde4', 90],
  ['#2f6b4f', '#a8d5a2', 60],
  ['#c9703f', '#f3d9b1', 120],
  ['#4568dc', '#b06ab3', 45],
  ['#232526', '#5b6166', 135],
];

/** @throws when the image cannot be loaded */
export async function openBackdrop(processor: BackgroundProcessor): Promise<Backdrop> {
  if (processor.type === 'background-blur') {
    return { blur: (processor.config?.strength ?? DEFAULT_STRENGTH) * STRONGEST_BLUR };
  }
  const { source, url } = processor.config;
  const wanted = source ?? url ?? 1;
  if (typeof wanted === 'number') return drawPreset(wanted);
  if (typeof wanted === 'string') return loadPicture(wanted);
  const picture = await createImageBitmap(new Blob([wanted]));
  return { picture, width: picture.width, height: picture.height };
}

/** Cross-origin images need CORS: others would taint the canvas. */
async function loadPicture(url: string): Promise<Backdrop> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  try {
    await picture.decode();
  } catch (cause) {
    throw new Error(`The background image ${url} cannot be loaded.`, { cause });
  }
  return { picture, width: picture.naturalWidth, height: picture.naturalHeight };
}

function drawPreset(number: number): Backdrop {
  const preset = PRESETS[number - 1];
  if (preset === undefined) throw new Error(`There is no background image ${number}: 1 to 10.`);
  const [width, height] = [1280, 720];
  const picture = Object.assign(document.createElement('canvas'), { width, height });
  const context = picture.getContext('2d');
  if (context === null) throw new Error('The browser gave no canvas to draw on.');
  const [from, to, degrees] = preset;
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [(Math.cos(angle) * width) / 2, (Math.sin(angle) * height) / 2];
  const gradient = context.createLinearGradient(
    width / 2 - dx,
    height / 2 - dy,
    width / 2 + dx,
    height / 2 + dy,
  );
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  return { picture, width, height };
}
