import { answerPages } from '../../platform/requests/answers/answer-pages.ts';
import { RawAnswer } from '../../platform/requests/answers/raw-answer.ts';
import type { AppContext } from '../../platform/requests/app-env.ts';

/** The log of a call to download. */
export class CallLogAnswer extends RawAnswer {
  readonly #callId: string;
  readonly #lines: AsyncGenerator<string>;

  constructor(callId: string, lines: AsyncGenerator<string>) {
    super('', '');
    this.#callId = callId;
    this.#lines = lines;
  }

  override toResponse(c: AppContext): Promise<Response> {
    return answerPages(c, {
      contentType: 'application/x-ndjson',
      name: `${this.#callId}-logs.jsonl`,
      pages: this.#lines,
    });
  }
}
