/**
 * How often the guide finds the right entry of its own knowledge, how it answers over uploaded documents,
 * and what an answer costs. `node bench/guide/run.ts [--failures] [--fit]`; with `--fit` it prints the
 * numbers of `retrieval/passages/confidence.ts` anew.
 */
import {
  type Answerer,
  createAnswerer,
} from '../../packages/conversation/src/generation/guide/dialogue/answer.ts';
import {
  callers,
  callersOutOfDomain,
  followUps,
  heldOut,
  heldOutOutOfDomain,
  misheard,
  outOfDomain,
  paraphrases,
  productKnowledge,
  visitors,
  visitorsOutOfDomain,
} from '../../packages/conversation/src/testing/guide-content.ts';
import {
  type Score,
  scoreFollowUps,
  scoreOutOfDomain,
  scoreQuestions,
} from '../../packages/conversation/src/testing/guide-evaluation.ts';
import { trainingCases } from './files/examples.ts';
import { fitWeights } from './files/fit.ts';
import { reportFiles, reportSpeed } from './files/report.ts';

const buildStarted = performance.now();
const answer: Answerer = createAnswerer(productKnowledge);
const buildTime = performance.now() - buildStarted;

const sets: readonly (readonly [string, () => Score])[] = [
  ['paraphrases', () => scoreQuestions(answer, paraphrases)],
  ['misheard', () => scoreQuestions(answer, misheard)],
  ['follow-ups', () => scoreFollowUps(answer, followUps)],
  ['out of domain, declined', () => scoreOutOfDomain(answer, outOfDomain)],
  ['held out', () => scoreQuestions(answer, heldOut)],
  ['held out, out of domain', () => scoreOutOfDomain(answer, heldOutOutOfDomain)],
  ['callers', () => scoreQuestions(answer, callers)],
  ['callers, declined', () => scoreOutOfDomain(answer, callersOutOfDomain)],
  ['visitors', () => scoreQuestions(answer, visitors)],
  ['visitors, declined', () => scoreOutOfDomain(answer, visitorsOutOfDomain)],
];

console.log(
  `${productKnowledge.entries.length} entries, index built in ${buildTime.toFixed(0)} ms`,
);
console.log(`\n${'set'.padEnd(26)}asked  right      asked back`);
for (const [name, score] of sets) {
  const { asked, right, clarified, failures } = score();
  const share = `${right} (${((100 * right) / asked).toFixed(1)} %)`;
  console.log(`${name.padEnd(26)}${String(asked).padStart(5)}  ${share.padEnd(14)} ${clarified}`);
  if (process.argv.includes('--failures'))
    for (const failure of failures) console.log(`    ${failure}`);
}

const timings: number[] = [];
const asked = [...paraphrases, ...misheard].map(([question]) => question);
for (let round = 0; round < 5; round++) {
  for (const content of asked) {
    const started = performance.now();
    answer([{ role: 'user', content }]);
    timings.push((performance.now() - started) * 1000);
  }
}
timings.sort((left, right) => left - right);
const at = (share: number) => (timings[Math.floor(share * (timings.length - 1))] ?? 0).toFixed(0);
console.log(
  `\nper answer: median ${at(0.5)} µs, p95 ${at(0.95)} µs, max ${at(1)} µs (${timings.length} answers)`,
);

for (const set of ['seen', 'unseen'] as const)
  await reportFiles(set, process.argv.includes('--failures'));
await reportSpeed('seen');
if (process.argv.includes('--fit')) console.log(fitWeights(await trainingCases()));
