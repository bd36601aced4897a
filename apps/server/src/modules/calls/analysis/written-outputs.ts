import type { Artifact, CallMessage, OutputArtifact } from '@kindling/protocol';
import type { WriteLine } from '../../logs/log-port.ts';
import { transcriptOf } from '../store/transcript-of.ts';
import type { ExtractedOutputs } from './extract-outputs.ts';

/** The artifact of a call with what was taken down of it; a crash leaves none, and what was said until then. */
export function withOutputs(
  artifact: Artifact | null,
  lines: readonly CallMessage[],
  taken: OutputArtifact,
): Artifact | null {
  if (Object.keys(taken).length === 0) return artifact;
  const { skippedStructuredOutputs: _, ...before } = artifact ?? {
    messages: [...lines],
    transcript: transcriptOf(lines),
  };
  return { ...before, ...taken };
}

/** Says in the log of a call what was not taken down, and why; nothing of what was said. */
export function writeOutcome({ results, skipped }: ExtractedOutputs, write: WriteLine): void {
  for (const { name, unmetCondition } of Object.values(skipped))
    write({
      message: `The structured output “${name}” was skipped: the condition ${unmetCondition.type} is not met.`,
      level: 'LOG',
    });
  const all = Object.values(results);
  for (const { name, error } of all)
    if (error !== undefined)
      write({ message: `The structured output “${name}” has no result`, error, level: 'WARN' });
  const taken = all.filter(({ error }) => error === undefined).length;
  if (taken > 0) write({ message: `Structured outputs were taken down: ${taken}.` });
}
