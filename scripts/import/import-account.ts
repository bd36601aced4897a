import { type ApiClient, isApiError } from '@kindling/api-client';
import type { Warning } from '@kindling/protocol';
import { isSame, type LeftOut, mapFields } from './map-fields.ts';
import {
  FileGoneError,
  type SourceAccount,
  type SourceKind,
  type SourceRow,
} from './source-account.ts';

type Kind = SourceKind;

/** What became of one of them. */
export interface ImportedRow {
  readonly kind: Kind;
  readonly name: string;
  readonly outcome: 'made' | 'changed' | 'as it was' | 'not copied';
  /** Why it was not copied. */
  readonly reason?: string;
  readonly leftOut: readonly LeftOut[];
  /** What it will do otherwise here. */
  readonly warnings: readonly Warning[];
}

export interface ImportOptions {
  readonly client: ApiClient;
  readonly source: SourceAccount;
  /** Nothing is made or changed. */
  readonly isDry: boolean;
}

/** How what was copied says where it is from. */
const ORIGIN = 'importedFrom';

interface Stored {
  readonly id: string;
  readonly metadata?: unknown;
}

/** How rows of a kind are stored here. */
interface Shelf {
  list(): Promise<readonly Stored[]>;
  create(fields: Record<string, unknown>, row: SourceRow): Promise<Stored>;
  /** Null: what it is can only be made anew. */
  readonly update: ((id: string, fields: Record<string, unknown>) => Promise<Stored>) | null;
}

/** In the order in which they name each other. */
const KINDS = ['file', 'tool', 'structured-output', 'assistant', 'squad', 'eval'] as const;
/** Of a list here, at most. */
const ALL = { limit: 1_000 };

/** Copies an account: files, tools, structured outputs, assistants, squads and evals, and how they name each other. */
export async function importAccount(options: ImportOptions): Promise<readonly ImportedRow[]> {
  const { client, source } = options;
  const shelves = shelvesOf(client, source);
  const ids = new Map<string, string>();
  const stored = new Map<string, Stored>();
  const rows: { kind: Kind; row: SourceRow }[] = [];
  for (const kind of KINDS) {
    for (const row of await source.list(kind)) rows.push({ kind, row });
    for (const one of await shelves[kind].list()) {
      const origin = originOf(one);
      if (origin === null) continue;
      ids.set(origin, one.id);
      stored.set(origin, one);
    }
  }
  const context = { ...options, shelves, ids, stored };
  const imported = new Map<string, ImportedRow>();
  for (const { kind, row } of rows)
    imported.set(row.id, await importRow(kind, withoutLinks(kind, row), context));
  // A tool may name an assistant, which was made after it.
  for (const { kind, row } of rows) {
    if (kind !== 'tool' || options.isDry || imported.get(row.id)?.outcome !== 'made') continue;
    await importRow(kind, row, context);
  }
  for (const { kind, row } of rows) {
    const first = imported.get(row.id);
    const isHere = first !== undefined && first.outcome !== 'not copied' && !options.isDry;
    if (!isHere || withoutLinks(kind, row) === row) continue;
    const linked = await importRow(kind, row, context);
    const outcome = first.outcome === 'as it was' ? linked.outcome : first.outcome;
    imported.set(row.id, linked.outcome === 'not copied' ? linked : { ...linked, outcome });
  }
  return [...imported.values()];
}

/** An output as it can be made before the assistants that it is linked to. */
function withoutLinks(kind: Kind, row: SourceRow): SourceRow {
  const { assistantIds, workflowIds, ...own } = row;
  if (kind !== 'structured-output' || (assistantIds ?? workflowIds ?? null) === null) return row;
  return own as SourceRow;
}

interface Context extends ImportOptions {
  readonly shelves: Readonly<Record<Kind, Shelf>>;
  readonly ids: Map<string, string>;
  readonly stored: Map<string, Stored>;
}

async function importRow(kind: Kind, row: SourceRow, context: Context): Promise<ImportedRow> {
  const { ids, stored, isDry } = context;
  const shelf = context.shelves[kind];
  const { fields, leftOut } = mapFields(row, ids);
  const { metadata: own } = fields as { readonly metadata?: object };
  const form = { ...fields, metadata: { ...own, [ORIGIN]: row.id } };
  const before = stored.get(row.id);
  const result = { kind, name: nameOf(row), leftOut };
  if (before !== undefined && (shelf.update === null || isSame(before, form)))
    return { ...result, outcome: 'as it was', warnings: warningsOf(before) };
  const outcome = before === undefined ? 'made' : 'changed';
  if (isDry) {
    // What names it is mapped as if it were here.
    if (before === undefined) ids.set(row.id, row.id);
    return { ...result, outcome, warnings: [] };
  }
  try {
    const after = await (before === undefined
      ? shelf.create(form, row)
      : shelf.update?.(before.id, form));
    if (after === undefined) return { ...result, outcome: 'as it was', warnings: [] };
    ids.set(row.id, after.id);
    stored.set(row.id, after);
    return { ...result, outcome, warnings: warningsOf(after) };
  } catch (error) {
    // One that does not fit, or is gone, holds up no other; a server that is away does.
    if (error instanceof FileGoneError)
      return { ...result, outcome: 'not copied', reason: error.message, warnings: [] };
    if (!isApiError(error) || error.status === 0 || error.status >= 500 || error.status === 401)
      throw error;
    return { ...result, outcome: 'not copied', reason: error.message, warnings: [] };
  }
}

function shelvesOf(client: ApiClient, source: SourceAccount): Readonly<Record<Kind, Shelf>> {
  return {
    file: {
      list: () => client.file.list(ALL),
      async create({ metadata }, row) {
        const form = new FormData();
        const name = String(row.originalName ?? row.name ?? 'file.txt');
        form.set('file', await source.download(String(row.url ?? '')), name);
        if (typeof row.name === 'string') form.set('name', row.name.slice(0, 40));
        form.set('metadata', JSON.stringify(metadata));
        return client.file.create(form);
      },
      update: null,
    },
    tool: {
      list: () => client.tool.list(ALL),
      create: (fields) => client.tool.create(fields as Parameters<typeof client.tool.create>[0]),
      update: (id, fields) => client.tool.update(id, fields),
    },
    'structured-output': {
      list: async () => (await client.structuredOutput.list(ALL)).results,
      create: (fields) =>
        client.structuredOutput.create(
          fields as Parameters<typeof client.structuredOutput.create>[0],
        ),
      update: (id, fields) =>
        client.structuredOutput.update(id, fields, { schemaOverride: 'true' }),
    },
    assistant: {
      list: () => client.assistant.list(ALL),
      create: (fields) => client.assistant.create(fields),
      update: (id, fields) => client.assistant.update(id, fields),
    },
    squad: {
      list: () => client.squad.list(ALL),
      create: (fields) => client.squad.create(fields as Parameters<typeof client.squad.create>[0]),
      update: (id, fields) => client.squad.update(id, fields),
    },
    eval: {
      list: async () => (await client.eval.list(ALL)).results,
      create: (fields) => client.eval.create(fields as Parameters<typeof client.eval.create>[0]),
      update: (id, fields) => client.eval.update(id, fields),
    },
  };
}

function originOf({ metadata }: Stored): string | null {
  const origin = (metadata as Readonly<Record<string, unknown>> | null | undefined)?.[ORIGIN];
  return typeof origin === 'string' ? origin : null;
}

function nameOf(row: SourceRow): string {
  const { name, function: named } = row as { name?: unknown; function?: { name?: unknown } };
  return String(name ?? named?.name ?? row.originalName ?? row.type ?? row.id);
}

function warningsOf(stored: Stored): readonly Warning[] {
  return (stored as { warnings?: readonly Warning[] }).warnings ?? [];
}
