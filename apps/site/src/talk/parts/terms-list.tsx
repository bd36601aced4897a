import type { TalkTerms } from '@kindling/protocol/talk';
import { longestCall } from '../../call-notice/notice-words.ts';

/** What a person is told before the microphone is asked for. */
export function TermsList({ terms }: { readonly terms: TalkTerms }) {
  return (
    <ul className="talk-terms">
      <li>
        {terms.recordsSound
          ? 'Your voice is turned into text on this server. The call is recorded: its sound and its text are kept.'
          : 'Your voice is turned into text on this server. The sound is not kept; the text is kept with the call.'}
      </li>
      <li>Your voice is never used to guess your mood.</li>
      <li>{longestCall(terms.maxDurationSeconds)}</li>
    </ul>
  );
}
