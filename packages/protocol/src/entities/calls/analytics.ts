import { z } from 'zod';
import { momentSchema } from '../moment.ts';

export const ANALYTICS_STEPS = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
  'millennium',
] as const;
export type AnalyticsStep = (typeof ANALYTICS_STEPS)[number];

const timeZoneSchema = z
  .string()
  .max(64)
  // Names alone: offsets are read the other way round by some databases.
  .refine(
    (zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone),
    'must be a name such as "Europe/Berlin".',
  );

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

export const timeRangeSchema = z
  .object({
    /** Left out: the range as a whole. */
    step: z.enum(ANALYTICS_STEPS).optional(),
    /** @default seven days ago */
    start: momentSchema.optional(),
    /** @default now */
    end: momentSchema.optional(),
    /** Where days begin. @default UTC */
    timezone: timeZoneSchema.optional(),
  })
  .refine(({ start, end }) => !start || !end || Date.parse(start) <= Date.parse(end), {
    message: 'must not be before start.',
    path: ['end'],
  });
export type TimeRange = z.infer<typeof timeRangeSchema>;

export const analyticsColumnSchema = z.enum([
  'id',
  'cost',
  'costBreakdown.llm',
  'costBreakdown.stt',
  'costBreakdown.tts',
  'costBreakdown.vapi',
  'costBreakdown.ttsCharacters',
  'costBreakdown.llmPromptTokens',
  'costBreakdown.llmCompletionTokens',
  'duration',
  'concurrency',
  'minutesUsed',
]);
export type AnalyticsColumn = z.infer<typeof analyticsColumnSchema>;

export const analyticsOperationSchema = z.object({
  operation: z.enum(['sum', 'avg', 'count', 'min', 'max', 'history']),
  column: analyticsColumnSchema,
  /** @default operation and column: `sumDuration` */
  alias: z
    .string()
    .regex(/^\w{1,40}$/, 'may hold 40 letters, digits and _ at most.')
    .optional(),
});
export type AnalyticsOperation = z.infer<typeof analyticsOperationSchema>;

export const analyticsGroupSchema = z.enum([
  'type',
  'assistantId',
  'endedReason',
  'analysis.successEvaluation',
  'status',
]);
export type AnalyticsGroup = z.infer<typeof analyticsGroupSchema>;

const groupBySchema = z
  .union([analyticsGroupSchema.transform((one) => [one]), z.array(analyticsGroupSchema).max(5)])
  .optional();

export const analyticsQuerySchema = z
  .object({
    table: z.enum(['call', 'subscription']),
    groupBy: groupBySchema,
    name: z.string().min(1).max(40),
    timeRange: timeRangeSchema.optional(),
    operations: z.array(analyticsOperationSchema).min(1).max(20),
  })
  .superRefine((query, context) => {
    query.operations.forEach(({ operation, column }, index) => {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['operations', index, 'column'], message });
      const ofUse = column === 'concurrency' || column === 'minutesUsed';
      if (column === 'id' && operation !== 'count' && operation !== 'history')
        refuse('"id" can be counted only.');
      if (query.table === 'subscription' && !ofUse)
        refuse('The table "subscription" has "concurrency" and "minutesUsed".');
      if (column === 'concurrency' && (operation === 'sum' || operation === 'count'))
        refuse('"concurrency" takes min, max, avg and history.');
      if (column === 'concurrency' && query.groupBy !== undefined && query.groupBy.length > 0)
        refuse('"concurrency" is of all calls together; leave out groupBy.');
    });
    if (query.table === 'subscription' && query.groupBy !== undefined && query.groupBy.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['groupBy'],
        message: 'The table "subscription" has nothing to group by.',
      });
    const names = query.operations.map(analyticsAlias);
    names.forEach((alias, index) => {
      const clash =
        names.indexOf(alias) !== index || alias === 'date' || isGroup(query.groupBy, alias);
      if (clash)
        context.addIssue({
          code: 'custom',
          path: ['operations', index, 'alias'],
          message: `"${alias}" is taken; give another alias.`,
        });
    });
  });
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;

const isGroup = (groups: readonly string[] | undefined, alias: string) =>
  groups?.includes(alias) === true;

/** What an operation's value is called in the answer. */
export function analyticsAlias({ operation, column, alias }: AnalyticsOperation): string {
  if (alias !== undefined) return alias;
  return (
    operation + column.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}

export const analyticsRequestSchema = z.object({
  queries: z.array(analyticsQuerySchema).min(1).max(20),
});

export const analyticsResultSchema = z.looseObject({
  name: z.string(),
  timeRange: z.object({
    step: z.enum(ANALYTICS_STEPS).optional(),
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    timezone: z.string(),
  }),
  /** A row for each group, with its `date` where there is a step. */
  result: z.array(z.record(z.string(), z.unknown())),
});
export type AnalyticsResult = z.infer<typeof analyticsResultSchema>;
