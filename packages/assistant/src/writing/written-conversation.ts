import { isApiError } from '@kindling/api-client';
import { streamOnce } from '@kindling/api-client/transport';
import type { WritingOptions, WrittenConversation } from '../react/voice-client.ts';
import { AnswerInWriting } from './answer-in-writing.ts';
import { describeWritingFailure } from './describe-writing-failure.ts';

/** The server may be silent for so long while it answers, ms. */
const SILENCE_LIMIT = 30_000;

/** A conversation over `POST /chat/web`: needs neither WebRTC nor a microphone. */
export function createWrittenConversation(options: WritingOptions): WrittenConversation {
  return new HttpConversation(options);
}

class HttpConversation implements WrittenConversation {
  readonly #options: WritingOptions;
  readonly #ended = new AbortController();
  #sessionId: string | null = null;
  #isAnswering = false;
  #count = 0;
  /** The same text sent again is a retry of the same message. */
  #failed: { readonly text: string; readonly id: string } | null = null;

  constructor(options: WritingOptions) {
    this.#options = options;
  }

  start(): void {
    const { dispatch, now, config } = this.#options;
    dispatch({ type: 'writing-started', at: now() });
    if (config.firstMessage) this.#say('assistant', 'greeting', config.firstMessage, true);
  }

  send(text: string): void {
    if (this.#isAnswering || this.#ended.signal.aborted) return;
    this.#isAnswering = true;
    void this.#exchange(text).finally(() => {
      this.#isAnswering = false;
    });
  }

  stop(): void {
    const { dispatch, now } = this.#options;
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    dispatch({ type: 'call-ended', reason: 'customer-ended-call', at: now() });
  }

  async #exchange(text: string): Promise<void> {
    const { dispatch } = this.#options;
    const id = this.#nameMessage(text);
    dispatch({ type: 'writing-changed', to: 'thinking' });
    // Not final before the server has it: what was not sent is not part of the transcript.
    this.#say('user', id, text, false);
    try {
      await this.#ask(text, id);
      if (!this.#ended.signal.aborted) dispatch({ type: 'writing-changed', to: 'idle' });
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#say('user', id, '', true);
      this.#failed = { text, id };
      const message = describeWritingFailure(error);
      dispatch({ type: 'writing-failed', unsent: { text, message } });
    }
  }

  #nameMessage(text: string): string {
    const { text: failed, id } = this.#failed ?? {};
    this.#failed = null;
    if (id !== undefined && failed === text) return id;
    this.#count += 1;
    return `typed-${this.#count}`;
  }

  async #ask(text: string, id: string): Promise<void> {
    try {
      await this.#stream(text, id);
    } catch (error) {
      // The session was deleted meanwhile: the question is still a question.
      const isForgotten = isApiError(error) && error.status === 404 && this.#sessionId !== null;
      if (!isForgotten) throw error;
      this.#sessionId = null;
      await this.#stream(text, id);
    }
  }

  async #stream(text: string, id: string): Promise<void> {
    const { clock, dispatch } = this.#options;
    const silent = new AbortController();
    let cancelLimit = () => {};
    const wait = () => {
      cancelLimit();
      cancelLimit = clock.schedule(SILENCE_LIMIT, () => silent.abort());
    };
    const answer = new AnswerInWriting(id, (part, content, final) =>
      this.#say('assistant', part, content, final),
    );
    const signal = AbortSignal.any([this.#ended.signal, silent.signal]);
    try {
      wait();
      for await (const { data } of streamOnce(this.#connection(), this.#request(text, signal))) {
        if (this.#ended.signal.aborted) return;
        wait();
        if (answer.isEmpty) {
          this.#say('user', id, text, true);
          dispatch({ type: 'writing-changed', to: 'responding' });
        }
        this.#follow(answer.add(data));
      }
      answer.finish();
    } catch (error) {
      answer.drop();
      throw error;
    } finally {
      cancelLimit();
    }
    if (answer.isEmpty) throw new Error('The answer was empty.');
  }

  /** The session is what goes on, and what the person can name afterwards. */
  #follow(sessionId: string | null): void {
    if (sessionId === null || sessionId === this.#sessionId) return;
    this.#sessionId = sessionId;
    this.#options.dispatch({ type: 'referenced', reference: sessionId });
  }

  #connection() {
    const { publicKey: token, apiUrl } = this.#options.config;
    return { token, baseUrl: new URL(apiUrl || '/', window.location.href).href };
  }

  #request(input: string, signal: AbortSignal) {
    const { config, noticeAcceptance } = this.#options;
    const { assistantId } = config;
    const session = this.#sessionId === null ? {} : { sessionId: this.#sessionId };
    const body = { assistantId, input, stream: true, ...session, noticeAcceptance };
    return { method: 'POST', path: '/chat/web', body, signal } as const;
  }

  #say(role: 'user' | 'assistant', id: string, content: string, final: boolean): void {
    const { dispatch, now } = this.#options;
    dispatch({ type: 'said', entry: { id, role, content, timestamp: now() }, final });
  }
}
