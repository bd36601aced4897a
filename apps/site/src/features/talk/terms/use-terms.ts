import type { TalkTerms } from '@kindling/protocol/talk';
import type { TalkAddress } from '@kindling/protocol/talk-address';
import { useCallback, useEffect, useState } from 'react';
import { askTerms } from './ask-terms.ts';
import type { Problem } from './problem-strings.ts';

export interface LoadedTerms {
  readonly terms: TalkTerms | null;
  /** Null while there is no problem. */
  readonly problem: Problem | null;
  reload(): void;
}

/** Asks once when the page opens, and again when the visitor wants it. */
export function useTerms(address: TalkAddress): LoadedTerms {
  const [answer, setAnswer] = useState<TalkTerms | Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    let isCurrent = true;
    void askTerms(address).then((given) => {
      if (isCurrent) setAnswer(given);
    });
    return () => {
      isCurrent = false;
    };
  }, [address, attempt]);
  const reload = useCallback(() => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  }, []);
  const isProblem = typeof answer === 'string';
  return {
    terms: isProblem ? null : answer,
    problem: isProblem ? answer : null,
    reload,
  };
}
