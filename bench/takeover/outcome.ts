/** What a kill did to one call. */
export interface Outcome {
  readonly callId: string;
  /** From the last that was heard, or the kill where nobody spoke, to the agent's voice; null: it did not come back. */
  readonly gap: number | null;
  /** Of the same: until the connection was back. */
  readonly backAfter: number | null;
  /** Everything that is not as it should be. */
  readonly faults: readonly string[];
}

/** A fault of the recogniser, not of the takeover: the question is then asked again in writing. */
export const MISHEARD = 'the spoken question was not answered';
/** The kill came before its delivery was stored, so it was delivered again: the receiver knows it by its id. */
export const TWICE = 'the report came twice, under one id';
/** Prefix of the call's transcript, which is listed beside its faults. */
export const RECORD = 'record: ';

/** What the call lost by the kill. */
export function lossesOf({ faults }: Outcome): string[] {
  return faults.filter(
    (fault) => fault !== MISHEARD && fault !== TWICE && !fault.startsWith(RECORD),
  );
}
