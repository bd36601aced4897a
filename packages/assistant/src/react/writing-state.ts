import type { ConversationState } from './conversation-state.ts';

/** A typed message that got no answer; it can be sent again. */
export interface UnsentText {
  readonly text: string;
  /** What went wrong, for the person. */
  readonly message: string;
}

/** A conversation without sound in either direction, as the page shows it. */
export interface WritingState {
  /** The assistant answers in writing: there is no call, only requests. */
  readonly isInWriting: boolean;
  /** Null while there is no problem. */
  readonly unsent: UnsentText | null;
}

export type WritingAction =
  | { readonly type: 'writing-started'; readonly at: number }
  | { readonly type: 'writing-changed'; readonly to: Exclude<ConversationState, 'listening'> }
  | { readonly type: 'writing-failed'; readonly unsent: UnsentText };

export const NO_WRITING: WritingState = { isInWriting: false, unsent: null };
