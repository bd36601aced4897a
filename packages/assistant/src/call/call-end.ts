import type { EndReason } from '@kindling/protocol';

/** The server's reason, or the client's own. A failure is never a hang-up. */
export type CallEndReason = EndReason | (string & Record<never, never>);

/**
 * What an end means to the people in the call:
 * - `hang-up`: a participant ended it, as calls end;
 * - `transferred`: it continues elsewhere;
 * - `limit`: the time limit was reached;
 * - `quota`: the budget is used up, or there are too many calls at once;
 * - `silence`: no one spoke for too long;
 * - `unanswered`: it never became a call;
 * - `error`: something failed.
 */
export type CallEndKind =
  | 'hang-up'
  | 'transferred'
  | 'limit'
  | 'quota'
  | 'silence'
  | 'unanswered'
  | 'error';

/** Why a call ended: the server's reason, and what kind of end that is. */
export interface CallEnd {
  /** The server's reason, for records. */
  readonly reason: CallEndReason;
  /** The category of the reason. */
  readonly kind: CallEndKind;
}

/** In this order: a reason that names what broke says more than one that names what was going on. */
const KINDS: readonly (readonly [CallEndKind, RegExp])[] = [
  ['quota', /quota|subscription|concurrency|credits|rate-limit/],
  ['error', /error|fail|fault|crash|lost|shutdown|not-found|invalid/],
  ['limit', /^exceeded-max-duration$/],
  ['silence', /silence/],
  ['transferred', /forward|transfer/],
  ['unanswered', /did-not-answer|never-joined|busy|voicemail/],
  ['hang-up', /^(customer|assistant)-(ended|said)|^manually-canceled$/],
];

/** Classifies a reason; an unknown one is an error, so that no failure passes for a hang-up. */
export function classifyEnd(reason: CallEndReason): CallEndKind {
  return KINDS.find(([, words]) => words.test(reason))?.[0] ?? 'error';
}

/** True when the call ended as intended: a participant hung up, or it was transferred. */
export function isNormalEnd(reason: CallEndReason): boolean {
  return ['hang-up', 'transferred'].includes(classifyEnd(reason));
}
