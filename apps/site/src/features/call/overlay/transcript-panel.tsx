import { useEffect, useRef } from 'react';
import type { Voice } from '../../voice/voice-context.tsx';

interface TranscriptPanelProps {
  readonly id: string;
  readonly transcripts: Voice['transcripts'];
}

/** Everything said so far. Follows the end unless the visitor has scrolled up to read. */
export function TranscriptPanel({ id, transcripts }: TranscriptPanelProps) {
  const scroller = useRef<HTMLElement>(null);
  const count = transcripts.length;

  useEffect(() => {
    const box = scroller.current;
    if (!box || count === 0) return;
    const last = box.lastElementChild?.lastElementChild;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < box.clientHeight) last?.scrollIntoView({ block: 'nearest' });
  }, [count]);

  return (
    <div id={id} className="transcript">
      <h3 id={`${id}-title`} className="font-display text-xl">
        Conversation Transcript
      </h3>
      {/* A box that scrolls must be reachable by keyboard. */}
      <section
        ref={scroller}
        className="transcript-lines"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-labelledby={`${id}-title`}
      >
        {count === 0 ? (
          <p>No transcript yet...</p>
        ) : (
          <ol>
            {transcripts.map((entry) => (
              <li
                key={entry.id}
                data-transcript-line
                className={entry.role === 'user' ? 'line-you' : 'line-ai'}
              >
                <strong>{entry.role === 'user' ? 'You:' : 'AI:'}</strong> {entry.content}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}
