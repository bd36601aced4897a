import type { ModelMessage } from '@kindling/conversation';
import type { AssistantCreate, CallMessage, Session } from '@kindling/protocol';
import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { sessionTable } from '../../../platform/database/platform-tables.ts';
import type { RunningJob } from '../../../platform/jobs/jobs.ts';
import { createAssistantStore } from '../../assistants/assistant-store.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import { conversationSettings } from '../../assistants/runtime/conversation-settings.ts';
import { resolveSquad } from '../../assistants/runtime/squad/resolve-squad.ts';
import { nextUpdatedAt } from '../../references/next-updated-at.ts';
import { toModelMessages } from '../../sessions/message-text.ts';
import { lookAtExpiry, type SessionOutputsPayload } from '../../sessions/session-outputs-job.ts';
import { createSessionStore } from '../../sessions/session-store.ts';
import { createSquadStore } from '../../squads/squad-store.ts';
import { createWorkflowStore } from '../../workflows/workflow-store.ts';
import { transcriptOf } from '../store/transcript-of.ts';
import { extractOutputs, outputArtifact } from './extract-outputs.ts';
import type { OutputMaterial } from './output-questions.ts';
import type { RunOutputOptions } from './run-output.ts';
import { namedOutputs, readOutputs } from './wanted-outputs.ts';

export interface SessionOutputsOptions extends Omit<RunOutputOptions, 'logs'> {
  readonly log: Logger;
}

/** What is taken down of one session that was completed. */
export function createSessionOutputs({ db, jobs, clock, writers, log }: SessionOutputsOptions) {
  const sessions = createSessionStore(db, () => clock.now());
  const where = (orgId: string, id: string) =>
    and(eq(sessionTable.orgId, orgId), eq(sessionTable.id, id));

  return async ({ payload, orgId, signal, last }: RunningJob<SessionOutputsPayload>) => {
    const { sessionId, atExpiry } = payload;
    const find = () => sessions.get(orgId ?? '', sessionId).catch(() => null);
    const session = await find();
    // Deleted. And if this took the process down each time, it is given up.
    if (session === null || last || !(await isOver(session, atExpiry))) return;
    const assistants = await whoAnswered(session);
    if (session.messages.length === 0 || !assistants.every(keepsWords)) return;
    const owners = { assistants, workflowId: session.workflowId ?? null };
    const wanted = await readOutputs(
      db,
      session.orgId,
      await namedOutputs(db, session.orgId, owners),
    );
    const material = materialOf(session, assistants, new Date(clock.now()));
    const extracted = await extractOutputs(wanted, material, {
      ...{ orgId: session.orgId, writers, clock, signal },
      isWanted: async () => (await find()) !== null,
    });
    for (const [outputId, { error }] of Object.entries(extracted.results))
      if (error !== undefined) log.warn({ sessionId, outputId, error }, 'output not taken down');
    await db.transaction(async (tx) => {
      const own = where(session.orgId, sessionId);
      const [row] = await tx.select().from(sessionTable).where(own).for('update');
      const said = row?.body.messages;
      // Where the words were forgotten meanwhile, what was made of them is, too.
      if (!Array.isArray(said) || said.length === 0) return;
      const artifact = outputArtifact(session.artifact ?? null, extracted, clock.now());
      if (Object.keys(artifact).length === 0) return;
      await tx
        .update(sessionTable)
        .set({
          body: sql`${sessionTable.body} || ${JSON.stringify({ artifact })}::jsonb`,
          updatedAt: nextUpdatedAt(sessionTable.updatedAt),
        })
        .where(own);
    });
  };

  /** Whether it is this job's to look at; one that was given more time is looked at again then. */
  async function isOver(session: Session, atExpiry: boolean): Promise<boolean> {
    const { id, orgId, status } = session;
    if (!atExpiry) return status === 'completed';
    const [row] = await db.select().from(sessionTable).where(where(orgId, id));
    // What was completed was looked at then.
    if (row === undefined || row.status === 'completed') return false;
    if (status === 'active') await lookAtExpiry(jobs, db, { id, orgId, dueAt: row.expiresAt });
    return status === 'completed';
  }

  /** As they are today; of a squad who opened and who took over. */
  async function whoAnswered(session: Session): Promise<readonly AssistantCreate[]> {
    const { orgId, assistant, assistantId, squadId, workflowId, workflow } = session;
    const stores = createAssistantStore(db);
    if (assistantId) return [(await stores.find(orgId, assistantId)) ?? {}];
    if (assistant) return [assistant];
    const squad = squadId ? await createSquadStore(db).find(orgId, squadId) : session.squad;
    if (squad) {
      const members = await resolveSquad(squad as Parameters<typeof resolveSquad>[0], {
        ...{ orgId, assistants: stores, path: '' },
      }).catch(() => []);
      const others = session.handoffs ?? [];
      return members
        .filter(({ name }, index) => index === 0 || others.includes(name))
        .map((member) => member.assistant);
    }
    const found = workflowId ? await createWorkflowStore(db).find(orgId, workflowId) : workflow;
    return found ? [found as AssistantCreate] : [];
  }
}

function materialOf(
  session: Session,
  assistants: readonly AssistantCreate[],
  now: Date,
): OutputMaterial {
  const messages = callMessages(toModelMessages(session.messages));
  const prompts = assistants.map((one) => conversationSettings(one, now).systemPrompt);
  return {
    messages,
    transcript: transcriptOf(messages),
    systemPrompt: prompts.filter((prompt) => prompt !== '').join('\n\n'),
    // A session has none of these.
    endedReason: '',
    startedAt: null,
    endedAt: null,
    durationSeconds: null,
    variableValues: assistants[0]?.variableValues ?? {},
  };
}

const NO_TIMES = { time: 0, endTime: 0, secondsFromStart: 0 } as const;

/** What was written as what is said in a call. */
function callMessages(messages: readonly ModelMessage[]): CallMessage[] {
  const names = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name] as const)),
  );
  return messages.flatMap((message): CallMessage[] => {
    const { role, content, toolCalls = [], toolCallId = '' } = message;
    if (role === 'user') return [{ role, message: content, ...NO_TIMES }];
    if (role === 'tool') {
      const name = names.get(toolCallId) ?? '';
      return [{ role: 'tool_call_result', message: '', name, result: content, ...NO_TIMES }];
    }
    if (role !== 'assistant') return [];
    const asked = toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: text },
    }));
    return [
      ...(content === '' ? [] : [{ role: 'bot' as const, message: content, ...NO_TIMES }]),
      ...(asked.length === 0
        ? []
        : [{ role: 'tool_calls' as const, message: '', toolCalls: asked, ...NO_TIMES }]),
    ];
  });
}
