import { createPassageIndex, searchTurn } from '../../../packages/conversation/src/index.ts';
import { type FileSet, readDocuments, readQuestions } from './documents.ts';
import { type FileScore, openGuide, scoreFiles } from './score.ts';

const BIG = 1_000_000;
const ROUNDS = 200;

type Counts = Omit<FileScore, 'failures'>;

/** Prints how the guide answers over uploaded documents. */
export async function reportFiles(set: FileSet, showFailures: boolean): Promise<void> {
  const questions = await readQuestions(set);
  const scores = await scoreFiles(await openGuide(await readDocuments(set)), questions);
  console.log(
    `\n${`documents, ${set}`.padEnd(26)}asked  right      wrong      do not know  asked well asked badly`,
  );
  const sum = { asked: 0, right: 0, wrong: 0, unknown: 0, askedWell: 0, askedBadly: 0 };
  for (const [kind, score] of scores) {
    console.log(line(kind, score));
    if (showFailures) for (const failure of score.failures) console.log(`    ${failure}`);
    if (kind === 'unanswerable') continue;
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += score[key];
  }
  console.log(line('all that have an answer', sum));
}

/** Prints what a question over a megabyte of text takes. */
export async function reportSpeed(set: FileSet): Promise<void> {
  const documents = await readDocuments(set);
  const length = documents.reduce((total, { text }) => total + text.length, 0);
  const copies = Array.from({ length: Math.ceil(BIG / length) }, (_, copy) =>
    documents.map(({ id, text }) => ({ id: `${copy}/${id}`, text: differ(text, copy) })),
  ).flat();
  const started = performance.now();
  const index = await createPassageIndex(copies);
  const built = performance.now() - started;
  const ask = await openGuide(copies);
  const { plain, paraphrase, misheard, unanswerable } = await readQuestions(set);
  const asked = [
    ...[...plain, ...paraphrase, ...misheard].map(([first]) => first),
    ...unanswerable,
  ];
  const search: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const content = asked[round % asked.length] ?? '';
    const before = performance.now();
    searchTurn(index, [{ role: 'user', content }]);
    search.push(performance.now() - before);
    const begun = performance.now();
    await ask({ role: 'user', content });
    whole.push(performance.now() - begun);
  }
  console.log(
    `\n1 MB of text: ${index.size} passages, read in ${(built / 1_000).toFixed(1)} s; ` +
      `search ${spread(search)}; answer ${spread(whole)}`,
  );
}

/** Identical copies would be easier than a real library: some words are replaced. */
function differ(text: string, copy: number): string {
  return text.replace(/\b[a-z]{5,}\b/g, (word, at: number) =>
    (at + copy) % 5 === 0 ? `${word.slice(0, 3)}${copy}${word.slice(3)}` : word,
  );
}

function line(
  name: string,
  { asked, right, wrong, unknown, askedWell, askedBadly }: Counts,
): string {
  const share = (count: number) => `${count} (${((100 * count) / asked).toFixed(0)} %)`.padEnd(11);
  // Where there is no answer, not to know is what is right.
  return `${name.padEnd(26)}${String(asked).padStart(5)}  ${share(right)}${share(wrong)}${share(unknown)}  ${share(askedWell)}${share(askedBadly)}`;
}

function spread(timings: number[]): string {
  const sorted = timings.sort((left, right) => left - right);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`;
}
