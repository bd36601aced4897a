export interface GridShape {
  readonly columns: number;
  readonly rows: number;
  /** Size of one tile, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const GAP = 12;
/** Aspect ratio limits of a tile: beyond them video is cropped too much, or the name does not fit. */
const WIDEST = 16 / 9;
const TALLEST = 3 / 4;

/** The columns that make `count` tiles largest in a box, each between 3:4 and 16:9. */
export function fitGrid(count: number, width: number, height: number, gap = GAP): GridShape {
  let best: GridShape = { columns: 1, rows: Math.max(count, 1), width: 0, height: 0 };
  for (let columns = 1; columns <= Math.max(count, 1); columns += 1) {
    const rows = Math.ceil(count / columns);
    const shape = largestTile(
      (width - gap * (columns - 1)) / columns,
      (height - gap * (rows - 1)) / rows,
    );
    if (shape.width * shape.height > best.width * best.height) best = { columns, rows, ...shape };
  }
  return best;
}

function largestTile(width: number, height: number) {
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  const ratio = width / height;
  if (ratio > WIDEST) return { width: Math.floor(height * WIDEST), height: Math.floor(height) };
  if (ratio < TALLEST) return { width: Math.floor(width), height: Math.floor(width / TALLEST) };
  return { width: Math.floor(width), height: Math.floor(height) };
}
