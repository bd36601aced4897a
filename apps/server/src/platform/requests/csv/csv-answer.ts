import { RawAnswer } from '../answers/raw-answer.ts';
import type { AppContext } from '../app-env.ts';
import { answerCsv } from './answer-csv.ts';

/** A table to download, sent while it is read. */
export class CsvAnswer extends RawAnswer {
  readonly #name: string;
  readonly #pages: AsyncGenerator<string>;

  constructor(name: string, pages: AsyncGenerator<string>) {
    super('text/csv; charset=utf-8', '');
    this.#name = name;
    this.#pages = pages;
  }

  override toResponse(c: AppContext): Promise<Response> {
    return answerCsv(c, this.#name, this.#pages);
  }
}
