import { CallError } from './call-error.ts';

/** A part of a call object that most calls never need: its code is loaded when it is first used. */
export class LazyPart<Part> {
  readonly #create: () => Promise<Part>;
  #loading: Promise<Part> | null = null;

  constructor(create: () => Promise<Part>) {
    this.#create = create;
  }

  /**
   * In the order of the calls.
   *
   * @throws a `CallError` when the code cannot be loaded
   */
  use<T>(act: (part: Part) => T | Promise<T>): Promise<T> {
    this.#loading ??= this.#load();
    return this.#loading.then(act);
  }

  async #load(): Promise<Part> {
    try {
      return await this.#create();
    } catch (cause) {
      this.#loading = null;
      throw new CallError('not-available', 'This part of the call library could not be loaded.', {
        cause,
      });
    }
  }
}
