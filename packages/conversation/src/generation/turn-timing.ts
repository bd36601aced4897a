import type { TurnTiming } from '@kindling/protocol';

export interface TurnMarks {
  readonly turn: number;
  readonly lastVoicedAt: number;
  readonly decidedAt: number;
  readonly transcribedAt: number;
}

export interface AnswerMarks {
  readonly sentenceAt?: number;
  readonly audioAt?: number;
  readonly heardAt: number;
}

/**
 * The parts of a turn's latency. What a preemptive answer had ready in advance costs 0;
 * whole ms from one origin, so that the parts add up to the total exactly.
 */
export function measureTurn(marks: TurnMarks, answer: AnswerMarks): TurnTiming {
  let latest = 0;
  const part = (at: number | undefined) => {
    const previous = latest;
    if (at !== undefined) latest = Math.max(latest, Math.round(at - marks.lastVoicedAt));
    return latest - previous;
  };
  return {
    turn: marks.turn,
    endpointing: part(marks.decidedAt),
    transcriber: part(marks.transcribedAt),
    model: part(answer.sentenceAt),
    voice: part(answer.audioAt),
    transport: part(answer.heardAt),
    total: latest,
  };
}
