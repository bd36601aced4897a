import { type GroupExample, judgeGroups, learnOn } from './group-judge.ts';

/** What is asked behind something that was said, and the group it asks for. */
export interface FollowUpMeaning extends GroupExample {
  /** The middle of the examples of what was said. */
  readonly behind: Float32Array;
}

/** How much what was said counts beside what is asked. */
const BEHIND_WEIGHT = 0.7;

/**
 * Learns which group is asked for behind another: what `learnJudge` has learned goes on learning, by follow-ups, with
 * as many weights more for what was said before.
 */
export function learnFollowUps(
  judge: Float32Array,
  followUps: readonly FollowUpMeaning[],
): Float32Array {
  const size = followUps[0]?.meaning.length ?? 0;
  const examples = followUps.map(({ meaning, behind, group }) => ({
    meaning: join(meaning, behind),
    group,
  }));
  return size === 0 ? new Float32Array(0) : learnOn(widen(judge, size), examples);
}

/** How likely each group is asked for behind what was said: natural logarithms. */
export function judgeBehind(
  meaning: Float32Array,
  behind: Float32Array,
  weights: Float32Array,
): Float32Array {
  return judgeGroups(join(meaning, behind), weights);
}

function join(meaning: Float32Array, behind: Float32Array): Float32Array {
  const joined = new Float32Array(meaning.length + behind.length);
  joined.set(meaning);
  joined.set(
    behind.map((value) => BEHIND_WEIGHT * value),
    meaning.length,
  );
  return joined;
}

/** For each group its weights, as many zeros, and its bias. */
function widen(judge: Float32Array, size: number): Float32Array {
  const groups = judge.length / (size + 1);
  const wide = new Float32Array(groups * (2 * size + 1));
  for (let group = 0; group < groups; group += 1) {
    const own = judge.subarray(group * (size + 1), (group + 1) * (size + 1));
    wide.set(own.subarray(0, size), group * (2 * size + 1));
    wide[(group + 1) * (2 * size + 1) - 1] = own[size] ?? 0;
  }
  return wide;
}
