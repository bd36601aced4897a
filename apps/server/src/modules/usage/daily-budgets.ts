import type { Model } from '@kindling/conversation';
import type { Org } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Token } from '../tokens/token-store.ts';
import type { UsageStore, UsedToday } from './usage-store.ts';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;

/** What one call or chat may still use of its key's and its organisation's day, which is UTC's. */
export interface DailyBudget {
  /** The same model; each request is counted. One too many throws `quota_exceeded`. */
  meter(model: Model): Model;
  /** Called when a request was refused. */
  onExhausted(listener: () => void): void;
  /** Counts time in a call; answers how much is left, in ms. */
  spendTime(callMs: number): Promise<number>;
  /** Whether time in calls is bounded at all. */
  readonly boundsTime: boolean;
}

export interface DailyBudgets {
  /**
   * `org` is the key's.
   *
   * @throws `quota_exceeded` where nothing is left for such a use
   */
  open(token: BudgetedToken, org: BudgetedOrg, use: 'call' | 'chat'): Promise<DailyBudget>;
}

export type BudgetedToken = Pick<Token, 'id' | 'orgId' | 'dailyMinutes' | 'dailyModelRequests'>;
export type BudgetedOrg = Pick<Org, 'dailyMinutes' | 'dailyModelRequests'>;

export interface DailyBudgetsOptions {
  readonly usage: UsageStore;
  /** Epoch ms. */
  readonly now: () => number;
}

type Owner = 'key' | 'org';
type Bounds = Readonly<Record<Owner, { readonly callMs: number; readonly modelRequests: number }>>;

const OWNERS = ['key', 'org'] as const;

const UNBOUNDED: DailyBudget = {
  meter: (model) => model,
  onExhausted: () => undefined,
  spendTime: async () => Number.POSITIVE_INFINITY,
  boundsTime: false,
};

/** Counted in the database: a restart gives nobody a new day. */
export function createDailyBudgets({ usage, now }: DailyBudgetsOptions): DailyBudgets {
  function openBudget(token: BudgetedToken, bounds: Bounds): DailyBudget {
    let tell = () => {};
    const add = (used: { callMs?: number; modelRequests?: number }) =>
      usage.add({ orgId: token.orgId, tokenId: token.id, day: dayOf(now()) }, used);
    return {
      meter: (model) => ({
        ...model,
        async *respond(request) {
          const used = await add({ modelRequests: 1 });
          const owner = OWNERS.find((one) => used[one].modelRequests > bounds[one].modelRequests);
          if (owner !== undefined) {
            tell();
            throw exceeded(owner, 'model requests', now());
          }
          yield* model.respond(request);
        },
      }),
      onExhausted(listener) {
        tell = listener;
      },
      spendTime: async (callMs) => timeLeft(await add({ callMs: Math.round(callMs) }), bounds),
      boundsTime: OWNERS.some((owner) => Number.isFinite(bounds[owner].callMs)),
    };
  }

  return {
    async open(token, org, use) {
      const bounds = boundsOf(token, org);
      if (OWNERS.every((owner) => Object.values(bounds[owner]).every((one) => one === Infinity)))
        return UNBOUNDED;
      const day = dayOf(now());
      const used = await usage.add({ orgId: token.orgId, tokenId: token.id, day }, {});
      for (const owner of OWNERS) {
        if (used[owner].modelRequests >= bounds[owner].modelRequests)
          throw exceeded(owner, 'model requests', now());
        if (use === 'call' && used[owner].callMs >= bounds[owner].callMs)
          throw exceeded(owner, 'minutes', now());
      }
      return openBudget(token, bounds);
    },
  };
}

function boundsOf(key: BudgetedToken, org: BudgetedOrg): Bounds {
  const of = ({ dailyMinutes, dailyModelRequests }: BudgetedOrg) => ({
    callMs: (dailyMinutes ?? Number.POSITIVE_INFINITY) * MINUTE,
    modelRequests: dailyModelRequests ?? Number.POSITIVE_INFINITY,
  });
  return { key: of(key), org: of(org) };
}

function timeLeft(used: UsedToday, bounds: Bounds): number {
  return Math.min(...OWNERS.map((owner) => bounds[owner].callMs - used[owner].callMs));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function exceeded(owner: Owner, what: string, time: number): ApiError {
  const whose = owner === 'key' ? 'this key' : 'your organisation';
  const where = owner === 'key' ? 'the restrictions of the key' : 'PATCH /org/{id}';
  return new ApiError(
    'quota_exceeded',
    `The ${what} that ${whose} may use today are used up. Try again after midnight UTC, or have the bound raised in ${where}.`,
    { headers: { 'Retry-After': String(Math.ceil((DAY - (time % DAY)) / 1_000)) } },
  );
}
