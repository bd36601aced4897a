export type Status = 'ok' | 'warn' | 'fail' | 'skipped';

/** What a check found out about one thing. */
export interface Finding {
  readonly status: Status;
  /** What was found, or why nothing was looked at; a sentence. */
  readonly found: string;
  /** What to do; a sentence. Absent where there is nothing to do. */
  readonly mend?: string;
}

export const ok = (found: string): Finding => ({ status: 'ok', found });
/** Works, but not for everybody or not for long. */
export const warn = (found: string, mend: string): Finding => ({ status: 'warn', found, mend });
export const fail = (found: string, mend: string): Finding => ({ status: 'fail', found, mend });
/** Nothing was looked at, or nothing can be known. */
export const skipped = (found: string, mend?: string): Finding => ({
  status: 'skipped',
  found,
  ...(mend !== undefined && { mend }),
});
