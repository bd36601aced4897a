import { useId } from 'react';
import type { Voice } from '../../voice/voice-context.tsx';

interface TranscriptLinesProps {
  readonly assistantName: string;
  readonly lines: Voice['lastTranscripts'];
}

/** What was said in the call that is over. */
export function TranscriptLines({ assistantName, lines }: TranscriptLinesProps) {
  const id = useId();
  return (
    <section
      className="talk-lines"
      // A box that scrolls must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-labelledby={id}
    >
      <h2 id={id} className="sr-only">
        What was said
      </h2>
      <ol>
        {lines.map(({ id: line, role, content }) => (
          <li key={line} data-said={role}>
            <strong>{role === 'user' ? 'You:' : `${assistantName}:`}</strong> {content}
          </li>
        ))}
      </ol>
    </section>
  );
}
