import type { Transcription } from '../../recognition/transcriber.ts';
import type { PartOfWords } from './stream-protocol.ts';

/** Puts together what a stream says of each segment. */
export interface StreamWords {
  take(event: PartOfWords): void;
  /** The final words of the segment, of which this is the end: `sent` seconds of sound so far. */
  finish(sent: number): Promise<Transcription>;
  /** Words are of another segment once those that were asked for have come. */
  next(): void;
  /** Nothing has come for a while: what is final is all. */
  handleQuiet(): void;
  /** Nothing will come any more. */
  fail(error: unknown): void;
}

type Segment = Map<number, { readonly text: string; readonly isFinal: boolean }>;

interface Question {
  readonly segment: Segment;
  readonly sent: number;
  readonly askedAt: number;
  readonly resolve: (heard: Transcription) => void;
  readonly reject: (error: unknown) => void;
}

/** Rounding of times, s. */
const TOLERANCE = 0.1;
/** What ends so long before the end of the sound answers an earlier question, s. */
const EARLIER = 0.5;
/** Of a segment, which is a minute at most, characters and parts. */
const MOST = { characters: 20_000, parts: 1_000 } as const;
/** After so long nobody waits for an answer, ms. */
const FORGOTTEN_AFTER = 2_000;

const textOf = (segment: Segment, isWanted: (isFinal: boolean) => boolean) =>
  [...segment.values()]
    .filter(({ isFinal }) => isWanted(isFinal))
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join(' ');

const isTooMuch = (segment: Segment) =>
  segment.size > MOST.parts ||
  [...segment.values()].reduce((sum, { text }) => sum + text.length, 0) > MOST.characters;

export function createStreamWords(options: {
  readonly now: () => number;
  /** All words of the segment so far. */
  readonly onInterim: (text: string) => void;
  /** There are more than anybody says. */
  readonly onFlood: () => void;
}): StreamWords {
  let current: Segment = new Map();
  let questions: Question[] = [];

  function forget() {
    const now = options.now();
    questions = questions.filter(({ askedAt }) => now - askedAt < FORGOTTEN_AFTER);
  }

  function answer(count: number) {
    for (const { segment, resolve } of questions.slice(0, count))
      resolve({ text: textOf(segment, (isFinal) => isFinal) });
    questions = questions.slice(count);
  }

  /** How many questions these words answer. */
  function answeredBy({ until, finishes }: PartOfWords): number {
    const [first] = questions;
    if (first === undefined) return 0;
    const covered =
      until === null ? 0 : questions.filter(({ sent }) => sent <= until + TOLERANCE).length;
    const isAnswer = finishes && (until === null || until >= first.sent - EARLIER);
    return Math.max(covered, isAnswer ? 1 : 0);
  }

  return {
    take(event) {
      forget();
      const { part, text, isFinal } = event;
      const segment = questions[0]?.segment ?? current;
      segment.set(part, { text, isFinal });
      if (isTooMuch(segment)) return options.onFlood();
      if (segment === current && text !== '') options.onInterim(textOf(segment, () => true));
      if (isFinal) answer(answeredBy(event));
    },
    finish(sent) {
      forget();
      const segment = current;
      return new Promise((resolve, reject) => {
        questions.push({ segment, sent, askedAt: options.now(), resolve, reject });
      });
    },
    next() {
      forget();
      current = new Map();
    },
    handleQuiet() {
      const [first] = questions;
      if (first === undefined || first.segment.size === 0) return;
      if ([...first.segment.values()].every(({ isFinal }) => isFinal)) answer(1);
    },
    fail(error) {
      for (const { reject } of questions) reject(error);
      questions = [];
    },
  };
}
