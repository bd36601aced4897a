/** The words of one turn, segment by segment (TURN-10, TURN-13, TURN-16). */
export interface TurnTranscript {
  /** Segments of it are over. */
  readonly hasKept: boolean;
  /** Those of the last segment at the last pause. */
  readonly newestText: string;
  /** The words of the whole turn, with this as its last segment; undefined where it was superseded. */
  transcribeSegment(pcm: Float32Array): Promise<string | undefined>;
  /** These words behind those of the segments that are over. */
  withKept(text: string): Promise<string>;
  /** Speech went on: forgets the last segment. */
  abortSegment(): void;
  /** Speech went on after a long segment: keeps its transcription. False where there is none. */
  keepSegment(): boolean;
  /** A segment that ended without a pause. */
  addSegment(pcm: Float32Array): void;
  reset(): void;
}

export interface TurnTranscriptOptions {
  /** The words of a segment. */
  readonly transcribe: (pcm: Float32Array, signal: AbortSignal) => Promise<string>;
  /** Better words of a segment that is over, while the next one is said; null where there are none. Never rejects. */
  readonly improve?:
    | ((pcm: Float32Array, first: Promise<string>, signal: AbortSignal) => Promise<string | null>)
    | undefined;
}

interface Segment {
  readonly pcm: Float32Array;
  readonly text: Promise<string>;
  readonly controller: AbortController;
}

/** It is over. */
interface KeptSegment extends Omit<Segment, 'pcm'> {
  /** Not awaited: the turn may be over first. */
  better: string | null;
}

const joinTexts = (texts: readonly string[]) => texts.filter(Boolean).join(' ');

export function createTurnTranscript({
  transcribe,
  improve,
}: TurnTranscriptOptions): TurnTranscript {
  let kept: KeptSegment[] = [];
  let last: Segment | null = null;
  let newestText = '';

  function start(pcm: Float32Array): Segment {
    const controller = new AbortController();
    const text = transcribe(pcm, controller.signal);
    // Read when the turn ends; until then a failure must not count as unhandled.
    text.catch(() => {});
    return { pcm, text, controller };
  }

  function drop() {
    last?.controller.abort();
    last = null;
  }

  function keep({ pcm, text, controller }: Segment) {
    const segment: KeptSegment = { text, controller, better: null };
    kept.push(segment);
    void improve?.(pcm, text, controller.signal).then((better) => {
      segment.better = better;
    });
  }

  async function readSegment(segment: KeptSegment): Promise<string> {
    const first = await segment.text;
    return segment.better ?? first;
  }

  const readKept = () => Promise.all(kept.map(readSegment));

  return {
    get hasKept() {
      return kept.length > 0;
    },
    get newestText() {
      return newestText;
    },
    async withKept(text) {
      return joinTexts([...(await readKept()), text]);
    },
    async transcribeSegment(pcm) {
      drop();
      const segment = start(pcm);
      last = segment;
      try {
        const text = await segment.text;
        const whole = joinTexts([...(await readKept()), text]);
        if (last !== segment) return undefined;
        newestText = text;
        return whole;
      } catch (error) {
        if (last === segment) throw error;
        return undefined;
      }
    },
    abortSegment: drop,
    keepSegment() {
      if (last === null) return false;
      keep(last);
      last = null;
      return true;
    },
    addSegment(pcm) {
      keep(start(pcm));
    },
    reset() {
      drop();
      for (const { controller } of kept) controller.abort();
      kept = [];
    },
  };
}
