/** A path without trailing slashes. */
export function plainPath(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}
