/** The words of one turn, segment by segment (TURN-10, TURN-13, TURN-16). */
export interface TurnTranscript {
  /** Segments of it are over. */
  readonly hasKept: boolean;
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

interface Segment {
  readonly text: Promise<string>;
  readonly controller: AbortController;
}

const joinTexts = (texts: readonly string[]) => texts.filter(Boolean).join(' ');

export function createTurnTranscript(
  transcribe: (pcm: Float32Array, signal: AbortSignal) => Promise<string>,
): TurnTranscript {
  let kept: Segment[] = [];
  let last: Segment | null = null;

  function start(pcm: Float32Array): Segment {
    const controller = new AbortController();
    const text = transcribe(pcm, controller.signal);
    // Read when the turn ends; until then a failure must not count as unhandled.
    text.catch(() => {});
    return { text, controller };
  }

  function drop() {
    last?.controller.abort();
    last = null;
  }

  return {
    get hasKept() {
      return kept.length > 0;
    },
    async withKept(text) {
      const texts = await Promise.all(kept.map((one) => one.text));
      return joinTexts([...texts, text]);
    },
    async transcribeSegment(pcm) {
      drop();
      const segment = start(pcm);
      last = segment;
      try {
        const texts = await Promise.all([...kept, segment].map((one) => one.text));
        return last === segment ? joinTexts(texts) : undefined;
      } catch (error) {
        if (last === segment) throw error;
        return undefined;
      }
    },
    abortSegment: drop,
    keepSegment() {
      if (last === null) return false;
      kept.push(last);
      last = null;
      return true;
    },
    addSegment(pcm) {
      kept.push(start(pcm));
    },
    reset() {
      drop();
      for (const { controller } of kept) controller.abort();
      kept = [];
    },
  };
}
