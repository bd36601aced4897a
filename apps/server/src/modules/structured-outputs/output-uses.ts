import type { Database } from '../../platform/database/database.ts';
import { squadTable, workflowTable } from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { namedUsers } from '../references/named-users.ts';

/** @throws `conflict` that names whose plans name the output */
export async function rejectWhereUsed(db: Database, orgId: string, id: string): Promise<void> {
  const artifactPlan = { structuredOutputIds: [id] };
  const parts = [{ artifactPlan }];
  const ofSquad = [
    { members: [{ assistant: { artifactPlan } }] },
    { members: [{ assistantOverrides: { artifactPlan } }] },
    { membersOverrides: { artifactPlan } },
  ];
  const uses = [
    ...(await namedUsers(db, orgId, { kind: 'assistant', table: assistantTable, parts })),
    ...(await namedUsers(db, orgId, { kind: 'squad', table: squadTable, parts: ofSquad })),
    ...(await namedUsers(db, orgId, { kind: 'workflow', table: workflowTable, parts })),
  ];
  if (uses.length === 0) return;
  throw new ApiError(
    'conflict',
    `This structured output is in use: ${uses.join(', ')}. Take it out of their artifactPlan first.`,
  );
}
