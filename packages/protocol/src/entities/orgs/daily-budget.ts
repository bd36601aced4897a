import { z } from 'zod';

/** What may be used on one day, which begins at midnight UTC. Null, as when left out: as much as wanted. */
export const dailyBudgetFields = {
  /** Of calls, those that go on at once added up. */
  dailyMinutes: z.number().int().min(0).max(1_000_000).nullish(),
  /** To any model, in calls and in chats. */
  dailyModelRequests: z.number().int().min(0).max(100_000_000).nullish(),
};
