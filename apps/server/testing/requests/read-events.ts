/** One event of a text/event-stream, its data parsed. */
export interface ReadEvent {
  readonly event: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  readonly data: any;
}

/** Every event of a stream that was read to its end. */
export function readEvents(text: string): ReadEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n');
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      return { event: field('event') ?? null, data: JSON.parse(field('data') ?? 'null') };
    });
}
