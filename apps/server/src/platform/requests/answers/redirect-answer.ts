import type { AppContext } from '../app-env.ts';
import { RawAnswer } from './raw-answer.ts';

/** Sends the caller on to the file itself. */
export class RedirectAnswer extends RawAnswer {
  readonly #url: string;

  constructor(url: string) {
    super('', '');
    this.#url = url;
  }

  override toResponse(c: AppContext): Response {
    return c.redirect(this.#url, 302);
  }
}
