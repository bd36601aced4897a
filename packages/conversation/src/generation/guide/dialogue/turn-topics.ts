import { shareOut } from './decide.ts';
import { type History, withoutContext } from './history.ts';
import { type Ranked, rank } from './rank.ts';
import type { Ranker } from './readings.ts';

/** By topic: how likely it is that a fact of it is meant. */
export type TopicShares = ReadonlyMap<string, number>;

/** How much the topic of a whole turn counts beside a question of it, which counts 1. */
const TURN_WEIGHT = 0.3;
/** Added to the share of each topic: people ask two things that have little to do with each other. */
const LEAST_SHARE = 0.2;
/** Of a topic that leaves the odds of its facts as they are. */
const NEUTRAL_SHARE = 0.5;

/** What a turn is about, by all that it says: the story that leads up to a question tells little else of what is asked. */
export function findTopics(turn: string, history: History, base: Ranker): TopicShares {
  const shares = new Map<string, number>();
  for (const { entry, share } of shareOut(rank(turn, withoutContext(history), base)))
    shares.set(entry.topic, (shares.get(entry.topic) ?? 0) + share);
  return shares;
}

/** Facts of what a turn is about are likelier to be what one of its questions asks for, best first. */
export function weighByTopic(ranked: readonly Ranked[], topics: TopicShares): Ranked[] {
  return ranked
    .map((one) => {
      const share = (topics.get(one.entry.topic) ?? 0) + LEAST_SHARE;
      const bonus = TURN_WEIGHT * Math.log(share / (NEUTRAL_SHARE + LEAST_SHARE));
      return { ...one, odds: (one.odds ?? 0) + bonus };
    })
    .toSorted((left, right) => right.odds - left.odds);
}
