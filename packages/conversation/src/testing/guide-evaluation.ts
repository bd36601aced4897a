import type { Answerer } from '../generation/guide/dialogue/answer.ts';
import type { Reply } from '../generation/guide/dialogue/reply.ts';
import type { ModelMessage } from '../generation/model.ts';
import type { FollowUp, Question } from './guide-content.ts';

/** How a set of questions went. */
export interface Score {
  readonly asked: number;
  /** Answered from a right entry, as the first and only guess. */
  readonly right: number;
  /** Asked back, with a right entry among the two. */
  readonly clarified: number;
  readonly failures: readonly string[];
}

/** Plays the turns and returns the last reply. */
export function converse(answer: Answerer, turns: readonly string[]): Reply | null {
  const messages: ModelMessage[] = [{ role: 'system', content: 'You are a guide.' }];
  let reply: Reply | null = null;
  for (const turn of turns) {
    messages.push({ role: 'user', content: turn });
    reply = answer(messages);
    messages.push({ role: 'assistant', content: reply.text });
  }
  return reply;
}

export function scoreQuestions(answer: Answerer, questions: readonly Question[]): Score {
  return tally(
    questions.map(([asked, ...expected]) => judge(asked, converse(answer, [asked]), expected)),
  );
}

export function scoreFollowUps(answer: Answerer, followUps: readonly FollowUp[]): Score {
  return tally(
    followUps.map(({ turns, expected, more }) => {
      const reply = converse(answer, turns);
      const verdict = judge(turns.join(' / '), reply, expected);
      if (more === undefined || reply?.part === 'more') return verdict;
      return { kind: 'wrong', detail: `${verdict.detail} (not the follow-up)` };
    }),
  );
}

/** Right means declined: by saying so, or by an entry that sends such questions away. */
export function scoreOutOfDomain(answer: Answerer, questions: readonly string[]): Score {
  return tally(
    questions.map((asked) => {
      const reply = converse(answer, [asked]);
      const sentAway = reply?.entries[0]?.kind === 'decline';
      if (reply?.part === 'unknown' || sentAway) return { kind: 'right', detail: '' };
      return {
        kind: reply?.part === 'clarify' ? 'clarified' : 'wrong',
        detail: describe(asked, reply),
      };
    }),
  );
}

interface Verdict {
  readonly kind: 'right' | 'clarified' | 'wrong';
  readonly detail: string;
}

function judge(asked: string, reply: Reply | null, expected: readonly string[]): Verdict {
  const hit = reply?.entries.some((entry) => expected.includes(entry.id)) ?? false;
  const detail = `${describe(asked, reply)}, expected ${expected.join(' or ')}`;
  if (!hit) return { kind: 'wrong', detail };
  if (reply?.part === 'clarify') return { kind: 'clarified', detail };
  // Two answers where one was asked for is not a right answer.
  return { kind: reply?.entries.length === 1 ? 'right' : 'wrong', detail };
}

function describe(asked: string, reply: Reply | null): string {
  const ids = reply?.entries.map((entry) => entry.id).join(' + ');
  return `"${asked}" -> ${reply?.part} ${ids}`;
}

function tally(verdicts: readonly Verdict[]): Score {
  return {
    asked: verdicts.length,
    right: verdicts.filter((verdict) => verdict.kind === 'right').length,
    clarified: verdicts.filter((verdict) => verdict.kind === 'clarified').length,
    failures: verdicts
      .filter((verdict) => verdict.kind !== 'right')
      .map((verdict) => verdict.detail),
  };
}
