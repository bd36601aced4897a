/** What words over the assistant mean (TURN-22). */
export type Verdict = 'nothing' | 'backchannel' | 'too-few' | 'words';

const set = (words: string) => new Set(words.split(' '));

const BACKCHANNELS = set(
  'mm mmm mhm mm-hmm mhmm mmhmm hmm hm uh-huh uhuh uh huh um ah oh ooh aha okay ok right yeah yes yep yup sure wow nice cool great good alright all i see interesting exactly got it true really indeed',
);
/** These stop the assistant however many words it takes otherwise. */
const COMMANDS =
  /^(stop|wait|no|hold on|hang on|excuse me|sorry|pause|quiet|enough|never ?mind|actually|one (moment|second)|please stop|hey|hello)\b/;

/** @param needed words it takes to interrupt */
export function judgeInterruption(text: string, needed: number): Verdict {
  const words = spokenWords(text);
  if (words.length === 0) return 'nothing';
  if (COMMANDS.test(words.join(' '))) return 'words';
  if (words.length <= 6 && words.every((word) => BACKCHANNELS.has(word))) return 'backchannel';
  return words.length >= Math.max(1, needed) ? 'words' : 'too-few';
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
