/** Shows one message as far as it is written. */
type Show = (id: string, content: string, final: boolean) => void;

/** Assembles an answer from its chunks; it may hold several messages in a row. */
export class AnswerInWriting {
  readonly #name: string;
  readonly #show: Show;
  #path = '';
  #text = '';
  #messages = 0;

  constructor(name: string, show: Show) {
    this.#name = name;
    this.#show = show;
  }

  get isEmpty(): boolean {
    return this.#messages === 0;
  }

  /** Takes one event of the stream; answers the session that it names. */
  add(data: unknown): string | null {
    const { path, delta, sessionId } = readDelta(data);
    if (path !== this.#path) {
      this.finish();
      this.#path = path;
      this.#messages += 1;
    }
    this.#text += delta;
    this.#show(this.#id, this.#text, false);
    return sessionId;
  }

  /** What was written so far is whole. */
  finish(): void {
    if (this.#text !== '') this.#show(this.#id, this.#text, true);
    this.#text = '';
  }

  /** Half a message is none. */
  drop(): void {
    if (this.#text !== '') this.#show(this.#id, '', true);
    this.#text = '';
  }

  get #id(): string {
    return `${this.#name}-answer-${this.#messages}`;
  }
}

/** By hand: a schema library would weigh more than the rest of the conversation. */
function readDelta(data: unknown) {
  const { path, delta, sessionId } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return {
    path: typeof path === 'string' ? path : '',
    delta: typeof delta === 'string' ? delta : '',
    sessionId: typeof sessionId === 'string' ? sessionId : null,
  };
}
