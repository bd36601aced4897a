import { answerPages } from '../answers/answer-pages.ts';
import type { AppContext } from '../app-env.ts';

/** Answers `pages` as a file to be saved, named after today. */
export async function answerCsv(
  c: AppContext,
  name: string,
  pages: AsyncGenerator<string>,
): Promise<Response> {
  const today = new Date().toISOString().slice(0, 10);
  return answerPages(c, {
    contentType: 'text/csv; charset=utf-8',
    name: `${name}-${today}.csv`,
    pages,
  });
}
