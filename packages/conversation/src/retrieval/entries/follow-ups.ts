import { withoutOpening } from '../language/segments.ts';
import type { KnownMeanings } from '../meaning/known-meanings.ts';
import { toEvidence } from '../meaning/meaning-index.ts';
import { likeness } from '../meaning/vectors.ts';
import type { FindMeanings } from './entry-retriever.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

/** Something that is asked behind an entry, and the id of the entry that answers it. */
export interface FollowUp {
  readonly text: string;
  readonly behind: string;
  readonly id: string;
}

/** What the known follow-ups say for an entry. */
export interface FollowEvidence {
  /** How likely it is asked for behind what was said, as `judged` of `MeaningNearness`. */
  readonly followJudged: number;
  /** How near the meaning of a question is to the nearest one that asks for it behind the same; 0: to none. */
  readonly followed: number;
  /** The same behind anything of its topic. */
  readonly followedTopic: number;
}

export interface Following {
  of(entry: KnowledgeEntry): FollowEvidence;
  /** Best first. */
  likeliestIds(limit: number): string[];
}

/** What a question probably asks for behind these entries; null: nobody knows, or what it means is not known. */
export type FindFollowing = (
  question: string,
  before: readonly KnowledgeEntry[],
) => Following | null;

/** Without their openings, as questions are looked up. */
export function followUpsOf(entries: readonly KnowledgeEntry[]): FollowUp[] {
  return entries.flatMap(({ id: behind, followUps }) =>
    followUps.map(({ say, id }) => ({ text: withoutOpening(say), behind, id })),
  );
}

export function createFollowing(
  entries: readonly KnowledgeEntry[],
  findMeanings: FindMeanings,
): FindFollowing {
  let known: Known | null = null;
  return (question, before) => {
    const meanings = findMeanings();
    const meaning = before.length === 0 ? null : (meanings?.of(question) ?? null);
    if (meanings === null || meaning === null) return null;
    const judges = before.flatMap(({ questions: [first = ''] }) => {
      const judge = meanings.judgeBehind(first);
      return judge === null ? [] : [judge(meaning)];
    });
    if (judges.length === 0) return null;
    // Thousands, which nobody needs before there are meanings.
    known ??= sortOut(entries);
    const { answering, byTopic } = known;
    const judgeEntry = ({ questions: [first = ''] }: KnowledgeEntry) =>
      Math.max(...judges.map((judge) => judge(first)));
    const topics = new Set(before.map(({ topic }) => topic));
    const ofTopic = [...topics].flatMap((topic) => byTopic.get(topic) ?? []);
    const near = findNearest(ofTopic, meanings, { meaning, before });
    return {
      of: (entry) => ({
        followJudged: toEvidence(judgeEntry(entry)),
        ...(near.get(entry.id) ?? NOT_NEAR),
      }),
      likeliestIds: (limit) =>
        answering
          .map((entry) => [entry.id, judgeEntry(entry)] as const)
          .sort((left, right) => right[1] - left[1])
          .slice(0, limit)
          .map(([id]) => id),
    };
  };
}

interface Known {
  /** What is asked for behind anything. */
  readonly answering: readonly KnowledgeEntry[];
  /** By the topic of what it is asked behind. */
  readonly byTopic: ReadonlyMap<string, readonly FollowUp[]>;
}

function sortOut(entries: readonly KnowledgeEntry[]): Known {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const all = followUpsOf(entries).filter(({ id }) => byId.has(id));
  return {
    answering: [...new Set(all.map(({ id }) => id))].flatMap((id) => byId.get(id) ?? []),
    byTopic: Map.groupBy(all, ({ behind }) => byId.get(behind)?.topic ?? ''),
  };
}

type Nearness = Pick<FollowEvidence, 'followed' | 'followedTopic'>;

const NOT_NEAR: Nearness = { followed: 0, followedTopic: 0 };

/** By the entry that is asked for: how near the nearest is. */
function findNearest(
  followUps: readonly FollowUp[],
  meanings: KnownMeanings,
  asked: { readonly meaning: Float32Array; readonly before: readonly KnowledgeEntry[] },
): ReadonlyMap<string, Nearness> {
  const said = new Set(asked.before.map(({ id }) => id));
  const nearest = new Map<string, Nearness>();
  for (const { text, id, behind } of followUps) {
    const known = meanings.of(text);
    if (known === null) continue;
    const near = likeness(asked.meaning, known);
    const { followed, followedTopic } = nearest.get(id) ?? NOT_NEAR;
    nearest.set(id, {
      followed: said.has(behind) ? Math.max(followed, near) : followed,
      followedTopic: Math.max(followedTopic, near),
    });
  }
  return nearest;
}
