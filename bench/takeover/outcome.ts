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

/** The recogniser's fault, and no other's: the question is asked again in writing. */
export const MISHEARD = 'the spoken question was not answered';
/** Begins what is told of the call beside its faults. */
export const RECORD = 'record: ';

/** What the call lost by the kill. */
export function lossesOf({ faults }: Outcome): string[] {
  return faults.filter((fault) => fault !== MISHEARD && !fault.startsWith(RECORD));
}
