import type { Voice } from '../../voice/voice-context.tsx';
import { tailOf } from './caption-tail.ts';

type CaptionsProps = Pick<Voice, 'transcripts' | 'partialTranscript'>;

/**
 * Visually: live captions of visitor and agent; the visitor's newest words, dim until they are final.
 * For a screen reader: the agent's finished sentences, each announced once, and nothing else.
 */
export function Captions({ transcripts, partialTranscript }: CaptionsProps) {
  const latest = partialTranscript ? [...transcripts, partialTranscript] : transcripts;
  const heard = latest.findLast((entry) => entry.role === 'user');
  const said = latest.findLast((entry) => entry.role === 'assistant');
  const isFinal = heard !== partialTranscript;
  return (
    <div className="captions">
      <div aria-hidden="true">
        <p className="caption-heard" data-final={isFinal}>
          {heard ? `“${tailOf(heard.content)}${isFinal ? '”' : ''}` : null}
        </p>
        <p className="caption-said">{said?.content}</p>
      </div>
      <div role="log" aria-label="What the agent says" className="sr-only">
        {transcripts
          .filter((entry) => entry.role === 'assistant')
          .map((entry) => (
            <p key={entry.id}>{entry.content}</p>
          ))}
      </div>
    </div>
  );
}
