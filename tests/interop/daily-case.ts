/** One call of a method with both libraries. `{$: name}` stands for what the page makes itself. */
export interface ValidationCase {
  /** `create`: the method is `createCallObject`. */
  readonly moment: 'create' | 'new' | 'joined' | 'destroyed';
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface Outcome {
  readonly accepted: boolean;
  readonly message: string;
}

export const text = (length: number, letter = 'x') => letter.repeat(length);
