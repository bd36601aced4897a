import type { Database } from '../../platform/database/database.ts';
import { squadTable, workflowTable } from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { namedUsers } from '../references/named-users.ts';

/** @throws `conflict` that names who would lose the tool */
export async function rejectWhereUsed(db: Database, orgId: string, toolId: string): Promise<void> {
  const model = { toolIds: [toolId] };
  const hooks = [{ do: [{ toolId }] }];
  const assistant = [{ model }, { hooks }];
  const uses = [
    ...(await namedUsers(db, orgId, {
      kind: 'assistant',
      table: assistantTable,
      parts: assistant,
    })),
    ...(await namedUsers(db, orgId, {
      kind: 'squad',
      table: squadTable,
      parts: assistant.flatMap((part) => [
        { members: [{ assistant: part }] },
        { members: [{ assistantOverrides: part }] },
        { membersOverrides: part },
      ]),
    })),
    ...(await namedUsers(db, orgId, {
      kind: 'workflow',
      table: workflowTable,
      parts: [{ nodes: [{ toolId }] }, { nodes: [model] }, { nodes: [{ model }] }, ...assistant],
    })),
  ];
  if (uses.length === 0) return;
  throw new ApiError(
    'conflict',
    `This tool is in use: ${uses.join(', ')}. Take it out of them first.`,
  );
}
