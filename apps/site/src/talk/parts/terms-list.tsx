import type { TalkTerms } from '@kindling/protocol/talk';
import { longestCall } from '../../call-notice/notice-words.ts';

/** What a person is told before the microphone is asked for. */
export function TermsList({ terms }: { readonly terms: TalkTerms }) {
  return (
    <ul className="talk-terms">
      {terms.notice.map((words) => (
        <li key={words}>{words}</li>
      ))}
      <li>Your voice is never used to guess your mood.</li>
      <li>{longestCall(terms.maxDurationSeconds)}</li>
    </ul>
  );
}
