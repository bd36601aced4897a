/**
 * Speech for tests: every word is a stretch of one amplitude of its own, so that sound can be
 * read back. The first sample of a word is silent, which keeps equal neighbours apart.
 */
export interface Lexicon {
  encode(word: string): number;
  decode(sample: number): string | undefined;
}

const FIRST_CODE = 1_000;

export function createLexicon(): Lexicon {
  const codes = new Map<string, number>();
  const words = new Map<number, string>();
  return {
    encode(word) {
      const known = codes.get(word);
      if (known !== undefined) return known;
      const code = FIRST_CODE + codes.size;
      codes.set(word, code);
      words.set(code, word);
      return code;
    },
    decode: (sample) => words.get(sample),
  };
}

/** Loud, and no word. */
export const NOISE = 500;

export function soundOf(
  text: string,
  lexicon: Lexicon,
  samplesOf: (word: string) => number,
): Int16Array {
  const parts = text.split(/\s+/).filter(Boolean);
  const sound = new Int16Array(parts.reduce((sum, word) => sum + samplesOf(word), 0));
  let offset = 0;
  for (const word of parts) {
    const end = offset + samplesOf(word);
    sound.fill(lexicon.encode(word), offset + 1, end);
    offset = end;
  }
  return sound;
}

/** The words of which at least `minSamples` are there, in order. */
export function wordsIn(samples: Iterable<number>, lexicon: Lexicon, minSamples = 1): string[] {
  const heard: string[] = [];
  let code = 0;
  let run = 0;
  const end = () => {
    const word = lexicon.decode(code);
    if (word !== undefined && run >= minSamples) heard.push(word);
  };
  for (const sample of samples) {
    if (sample === code) {
      run += 1;
      continue;
    }
    end();
    code = sample;
    run = 1;
  }
  end();
  return heard;
}
