import type { AppContext } from '../app-env.ts';

export interface PagesFile {
  readonly contentType: string;
  /** To be saved under. */
  readonly name: string;
  readonly pages: AsyncGenerator<string>;
}

/** Answers `pages` as a file to be saved, sent while it is read. */
export async function answerPages(
  c: AppContext,
  { contentType, name, pages }: PagesFile,
): Promise<Response> {
  // Read before the status is sent: a database that is down is a 500 and not half a file.
  const beginning = [(await pages.next()).value, (await pages.next()).value].join('');
  return c.body(streamPages(c, beginning, pages), 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
}

/** One page in memory at a time, as fast as the reader takes them; a reader who leaves ends it. */
function streamPages(
  c: AppContext,
  beginning: string,
  pages: AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(beginning)),
    async pull(controller) {
      try {
        const page = await pages.next();
        if (page.done) controller.close();
        else controller.enqueue(encoder.encode(page.value));
      } catch (error) {
        c.get('log').error({ err: error }, 'export broke off');
        breakOff(c, controller);
      }
    },
    cancel: async () => void (await pages.return(undefined)),
  });
}

/**
 * The adapter would end a stream that fails as if it were whole, with the error's text for a last
 * line. Half a file must not look like one: the connection is cut instead.
 */
function breakOff(c: AppContext, controller: ReadableStreamDefaultController): void {
  const { outgoing } = c.env ?? {};
  if (outgoing === undefined) controller.error(new Error('The export broke off.'));
  else outgoing.destroy();
}
