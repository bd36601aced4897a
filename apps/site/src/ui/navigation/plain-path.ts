/** A path without the slashes at its end. */
export function plainPath(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}
