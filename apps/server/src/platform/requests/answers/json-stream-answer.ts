import type { AppContext } from '../app-env.ts';
import { answerPages } from './answer-pages.ts';
import { RawAnswer } from './raw-answer.ts';

const TYPE = 'application/json; charset=utf-8';

/** A JSON document that may be longer than what fits into memory, sent while it is read. */
export class JsonStreamAnswer extends RawAnswer {
  readonly #name: string;
  readonly #pieces: AsyncGenerator<string>;

  /** `name`: of the file, where it is saved as one. */
  constructor(name: string, pieces: AsyncGenerator<string>) {
    super(TYPE, '');
    this.#name = name;
    this.#pieces = pieces;
  }

  override toResponse(c: AppContext): Promise<Response> {
    return answerPages(c, {
      contentType: TYPE,
      name: `${this.#name}.json`,
      pages: this.#pieces,
    });
  }
}
