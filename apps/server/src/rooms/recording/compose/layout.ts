/** A picture on the canvas; every number is even, as the encoders want it. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
}

const GAP = 8;
/** Share of the canvas that a shared screen takes beside cameras. */
const SCREEN_SHARE = 0.8;
/** Of the canvas, for the small picture of `inset`. */
const INSET = 0.3;

const evenPlace = (value: number) => Math.floor(value / 2) * 2;
const even = (value: number) => Math.max(2, evenPlace(value));

/** As many tiles as asked for, side by side and one below the other. */
export function gridTiles(
  count: number,
  area: Tile,
  columns = Math.ceil(Math.sqrt(count)),
): Tile[] {
  if (count === 0) return [];
  if (count === 1) return [area];
  const rows = Math.ceil(count / columns);
  const width = even((area.width - GAP * (columns - 1)) / columns);
  const height = even((area.height - GAP * (rows - 1)) / rows);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    // A last row that is not full stands in the middle.
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const indent = ((columns - inRow) * (width + GAP)) / 2;
    const x = area.x + evenPlace(indent + (index % columns) * (width + GAP));
    return { x, y: area.y + row * (height + GAP), width, height };
  });
}

export function wholeCanvas({ width, height }: Canvas): Tile {
  return { x: 0, y: 0, width: even(width), height: even(height) };
}

/** Shared screens large, cameras in a column beside them; without screens a grid. */
export function defaultTiles(screens: number, cameras: number, canvas: Canvas): Tile[] {
  const whole = wholeCanvas(canvas);
  if (screens === 0 || cameras === 0) return gridTiles(screens + cameras, whole);
  const width = even(canvas.width * SCREEN_SHARE) - GAP;
  const column = { ...whole, x: width + GAP, width: even(canvas.width - width - GAP) };
  return [...gridTiles(screens, { ...whole, width }), ...gridTiles(cameras, column, 1)];
}

/** One above the other, or the second small in a corner of the first. */
export function portraitTiles(count: number, variant: unknown, canvas: Canvas): Tile[] {
  const whole = wholeCanvas(canvas);
  if (variant !== 'inset') return gridTiles(count, whole, 1);
  if (count === 0) return [];
  const width = even(canvas.width * INSET);
  const height = even(canvas.height * INSET);
  const corner = {
    x: even(canvas.width - width - 2 * GAP),
    y: even(canvas.height - height - 2 * GAP),
    width,
    height,
  };
  return count === 1 ? [whole] : [whole, corner];
}
