import { randomUUID } from 'node:crypto';
import { type CallMessage, type OwnOutput, ownOutputSchema } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { badFields, namedBy } from '../../../platform/errors/bad-field.ts';
import type { JobKind, Jobs, RunningJob } from '../../../platform/jobs/jobs.ts';
import type { Handler } from '../../../platform/requests/operation-handlers.ts';
import { createAssistantStore } from '../../assistants/assistant-store.ts';
import { conversationSettings } from '../../assistants/runtime/conversation-settings.ts';
import type { Writers } from '../../assistants/runtime/models/writers.ts';
import { applyOverrides } from '../../assistants/runtime/resolve-assistant.ts';
import type { LogWriter } from '../../logs/log-port.ts';
import { nextUpdatedAt } from '../../references/next-updated-at.ts';
import { checkOutput } from '../../structured-outputs/check-output.ts';
import { createOutputStore } from '../../structured-outputs/output-store.ts';
import { callStatus } from '../live/call-status.ts';
import { linesOf } from '../store/call-lines.ts';
import { callLogWriter } from '../store/call-log.ts';
import { toCall } from '../store/read-call.ts';
import { callMaterial } from './call-material.ts';
import { type ExtractedOutputs, extractOutputs, outputArtifact } from './extract-outputs.ts';
import { withOutputs, writeOutcome } from './written-outputs.ts';

const payload = z.object({
  callId: z.uuid(),
  /** Of the result. */
  outputId: z.uuid(),
  /** Null: the stored one of that id. */
  output: ownOutputSchema.nullable(),
});
type Payload = z.output<typeof payload>;
type CallRow = typeof callTable.$inferSelect;

/** One output of one call; of an organisation's many calls one after another, beside those of another. */
export const OUTPUT_RUN = {
  name: 'structured-output.run',
  payload,
  attempts: 3,
  timeout: 5 * 60_000,
  concurrency: 2,
  perOrganisation: 1,
} satisfies JobKind<typeof payload>;

const NOTHING_KEPT = 'Nothing of what was said in this call is kept.';

export interface RunOutputOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'handle' | 'add' | 'wake'>;
  readonly clock: Clock;
  readonly logs: Pick<LogWriter, 'write'>;
  readonly writers: Pick<Writers, 'open'>;
}

/** Takes an output down of calls that are over, later, or shows at once what it would be. Call it before jobs start. */
export function createRunOutput(options: RunOutputOptions): Handler<'structuredOutput.run'> {
  const { db, jobs } = options;
  const outputs = createOutputStore(db);
  jobs.handle(OUTPUT_RUN, createRun(options));

  async function wantedOutput(orgId: string, { structuredOutputId, structuredOutput }: Wanted) {
    if (structuredOutput !== undefined) {
      await checkOutput(structuredOutput, 'structuredOutput.');
      return { id: randomUUID(), output: structuredOutput, isStored: false };
    }
    const id = structuredOutputId ?? '';
    const output = await namedBy('structuredOutputId', outputs.get(orgId, id));
    return { id, output, isStored: true };
  }

  return async ({ token: { orgId }, body, signal }) => {
    const { id, output, isStored } = await wantedOutput(orgId, body);
    const rows = await endedCalls(db, orgId, body.callIds);
    const [first] = rows;
    if (body.previewEnabled === true && first !== undefined) {
      const said = await linesOf(db, first.id);
      const extracted = await extractFrom(first, said, { id, output, signal, ...options });
      const { results, skipped } = extracted ?? nothingKept(id, output);
      return { ...results, ...(Object.keys(skipped).length > 0 && { skipped }) };
    }
    await db.transaction(async (tx) => {
      for (const row of rows)
        await jobs.add(tx, OUTPUT_RUN, {
          orgId,
          payload: { callId: row.id, outputId: id, output: isStored ? null : output },
        });
    });
    jobs.wake();
    const many = rows.length === 1 ? 'one call' : `${rows.length} calls`;
    return {
      message: `The structured output is taken down of ${many}: look at artifact.structuredOutputs["${id}"] of each, and at its log.`,
    };
  };
}

type Wanted = Parameters<Handler<'structuredOutput.run'>>[0]['body'];

/** @throws `bad_request` for one that is not there, `conflict` for one that goes on */
async function endedCalls(db: Database, orgId: string, ids: readonly string[]): Promise<CallRow[]> {
  const wanted = and(eq(callTable.orgId, orgId), inArray(callTable.id, [...ids]));
  const rows = await db.select().from(callTable).where(wanted);
  const missing = ids.flatMap((id, index) =>
    rows.some((row) => row.id === id)
      ? []
      : [{ path: `callIds.${index}`, message: `there is no call ${id} in your organisation.` }],
  );
  if (missing.length > 0) throw badFields(missing);
  const open = rows.find(({ status }) => status !== 'ended');
  if (open !== undefined)
    throw new ApiError('conflict', `The call ${open.id} has not ended: try again when it has.`);
  return rows;
}

/** Stores what one call gives. */
function createRun(options: RunOutputOptions) {
  const { db, clock, logs } = options;
  const outputs = createOutputStore(db);
  return async ({ payload: asked, signal, last }: RunningJob<Payload>): Promise<void> => {
    const [row] = await db.select().from(callTable).where(eq(callTable.id, asked.callId));
    // Deleted; or it took the process down each time.
    if (row === undefined || last) return;
    const id = asked.outputId;
    const output = asked.output ?? (await outputs.find(row.orgId, id));
    if (output === null) return;
    const said = await linesOf(db, row.id);
    const write = callLogWriter({ logs, call: toCall(row, said), now: () => clock.now() });
    const extracted = await extractFrom(row, said, { id, output, signal, ...options });
    if (extracted === null) {
      const { name } = output;
      const message = `The structured output “${name}” was not taken down`;
      write({ message, error: NOTHING_KEPT, level: 'WARN' });
      return;
    }
    await store(db, row.id, { id, extracted, at: clock.now() });
    writeOutcome(extracted, write);
  };
}

interface Extracting extends RunOutputOptions {
  readonly id: string;
  readonly output: OwnOutput;
  readonly signal: AbortSignal;
}

/** Null: nothing of what was said is kept. */
async function extractFrom(
  row: CallRow,
  said: readonly CallMessage[],
  { id, output, signal, ...options }: Extracting,
): Promise<ExtractedOutputs | null> {
  const { db, writers, clock } = options;
  const assistant = await assistantOf(db, row);
  const { systemPrompt } = conversationSettings(assistant, row.startedAt ?? row.createdAt);
  const material = callMaterial(row, said, { ...assistant, systemPrompt });
  if (material.transcript === '') return null;
  return extractOutputs([{ id, output }], material, {
    ...{ orgId: row.orgId, writers, clock, signal },
    isWanted: async () => (await callStatus(db, row.id)) !== undefined,
  });
}

/** Who opened the call, as far as it is known by now. */
async function assistantOf(db: Database, row: CallRow) {
  const stored =
    row.assistantId === null
      ? null
      : await createAssistantStore(db).find(row.orgId, row.assistantId);
  return applyOverrides(row.assistant ?? stored ?? {}, row.assistantOverrides ?? {});
}

function nothingKept(id: string, { name }: OwnOutput): Omit<ExtractedOutputs, 'hasAsked'> {
  return { results: { [id]: { name, result: null, error: NOTHING_KEPT } }, skipped: {} };
}

async function store(
  db: Database,
  callId: string,
  {
    id,
    extracted,
    at,
  }: { readonly id: string; readonly extracted: ExtractedOutputs; readonly at: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(callTable)
      .where(eq(callTable.id, callId))
      .for('update');
    const lines = await linesOf(tx, callId);
    // Where the words were forgotten meanwhile, what was made of them is, too.
    if (current === undefined || lines.length === 0) return;
    // What was found before is worth more than a reason why it was not found again.
    const isKept = extracted.results[id]?.error !== undefined && hasResult(current, id);
    if (isKept) return;
    const artifact = withOutputs(
      current.artifact,
      lines,
      outputArtifact(current.artifact, extracted, at),
    );
    const cost = extracted.hasAsked ? null : current.cost;
    await tx
      .update(callTable)
      .set({ artifact, cost, updatedAt: nextUpdatedAt(callTable.updatedAt) })
      .where(eq(callTable.id, callId));
  });
}

function hasResult({ artifact }: CallRow, id: string): boolean {
  const before = artifact?.structuredOutputs?.[id];
  return before !== undefined && before.error === undefined;
}
