import type { TurnPlan } from '../recognition/turn-plan.ts';

/** What speech over the assistant means (TURN-22). */
export type Verdict = 'nothing' | 'backchannel' | 'too-few' | 'words';

const set = (words: string) => new Set(words.split(' '));

const BACKCHANNELS = set(
  'mm mmm mhm mm-hmm mhmm mmhmm hmm hm uh-huh uhuh uh huh um ah oh ooh aha okay ok right yeah yes yep yup sure wow nice cool great good alright all i see interesting exactly got it true really indeed',
);
/** These always stop the assistant, however few the words. */
const COMMANDS =
  /^(stop|wait|no|hold on|hang on|excuse me|sorry|pause|quiet|enough|never ?mind|actually|one (moment|second)|please stop|hey|hello)\b/;

/** Words that are about the answer, whatever was said before. */
export function isCommand(text: string): boolean {
  return COMMANDS.test(spokenWords(text).join(' '));
}

type Phrases = Pick<TurnPlan, 'acknowledgements' | 'interruptions'>;

/** @param needed words it takes to interrupt */
export function judgeInterruption(text: string, needed: number, phrases: Phrases = {}): Verdict {
  const words = spokenWords(text);
  if (words.length === 0) return 'nothing';
  if (isCommanded(words, phrases)) return 'words';
  if (isBackchannel(words, phrases)) return 'backchannel';
  return words.length >= Math.max(1, needed) ? 'words' : 'too-few';
}

function isCommanded(words: readonly string[], { interruptions }: Phrases): boolean {
  if (interruptions === undefined) return COMMANDS.test(words.join(' '));
  const said = ` ${words.join(' ')} `;
  return phrasesOf(interruptions).some((phrase) => said.includes(` ${phrase} `));
}

function isBackchannel(words: readonly string[], { acknowledgements }: Phrases): boolean {
  if (acknowledgements === undefined)
    return words.length <= 6 && words.every((word) => BACKCHANNELS.has(word));
  // Longer ones first: “all right then” before “all right”.
  const known = phrasesOf(acknowledgements).toSorted((a, b) => b.length - a.length);
  let left = `${words.join(' ')} `;
  while (left !== '') {
    const next = known.find((phrase) => left.startsWith(`${phrase} `));
    if (next === undefined) return false;
    left = left.slice(next.length + 1);
  }
  return true;
}

function phrasesOf(list: readonly string[]): string[] {
  return list.map((phrase) => spokenWords(phrase).join(' ')).filter((phrase) => phrase !== '');
}

function spokenWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      // Recognisers describe sounds in brackets: [noise], (laughter).
      .replace(/\[[^\]]*\]|\([^)]*\)/g, ' ')
      .replace(/[^\p{L}\p{N}' -]/gu, ' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
  );
}
