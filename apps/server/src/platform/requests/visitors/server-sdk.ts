/**
 * Whether a published server library asks: those generated for Node and Python name their language.
 * They read pages and whole answers where older and hand-made clients read lists and streams.
 */
export function isServerSdk(header: (name: string) => string | undefined): boolean {
  return header('x-fern-language') !== undefined;
}
