import { createHash } from 'node:crypto';
import { type ApiClient, isApiError } from '@kindling/api-client';
import type { StoredFile } from '@kindling/protocol';
import { CommandError } from './command-error.ts';

/** The files of an assistant, on the server. */
export interface KeptKnowledge {
  readonly fileIds: readonly string[];
  /** The server has the same files as before. */
  readonly isUnchanged: boolean;
  /** Undoes the upload. */
  takeBack(): Promise<void>;
  /** Deletes what the assistant knew before and knows no more, unless something else uses it. */
  removeFormer(): Promise<void>;
}

type FormerBase = { readonly provider: string; readonly fileIds?: unknown } | null;

/**
 * Uploads what is not there yet. Throws a `CommandError`, and leaves nothing, when the server finds no
 * text in a file.
 */
export async function keepKnowledge(
  client: ApiClient,
  files: readonly File[],
  base: FormerBase,
): Promise<KeptKnowledge> {
  const former = await readFormer(client, base);
  const sent: string[] = [];
  const remove = async (ids: readonly string[]) => {
    // Files in use elsewhere, or deleted already, are left alone.
    for (const id of ids) await client.file.delete(id).catch(ignoreRefusal);
  };
  const fileIds: string[] = [];
  try {
    for (const file of files) {
      const known = await findSame(former, file);
      const kept = known ?? (await upload(client, file));
      if (known === undefined) sent.push(kept.id);
      fileIds.push(kept.id);
      if (kept.status !== 'failed') continue;
      throw new CommandError(
        `The server found no text in ${file.name}: ${kept.failureReason ?? 'it cannot be read.'}`,
      );
    }
  } catch (error) {
    await remove(sent);
    throw error;
  }
  const gone = former.map(({ id }) => id).filter((id) => !fileIds.includes(id));
  return {
    fileIds,
    isUnchanged: sent.length === 0 && gone.length === 0,
    takeBack: () => remove(sent),
    removeFormer: () => remove(gone),
  };
}

function upload(client: ApiClient, file: File): Promise<StoredFile> {
  const form = new FormData();
  form.set('file', file);
  return client.file.create(form);
}

/** What of the former knowledge is still there. */
async function readFormer(client: ApiClient, base: FormerBase): Promise<StoredFile[]> {
  const ids = base?.provider === 'kindling' && Array.isArray(base.fileIds) ? base.fileIds : [];
  const found = await Promise.all(
    ids.map((id) => client.file.get(String(id)).catch(ignoreRefusal)),
  );
  return found.filter((file) => file !== undefined);
}

/** A file of the same name with the same content. */
async function findSame(
  former: readonly StoredFile[],
  file: File,
): Promise<StoredFile | undefined> {
  const sha256 = createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
  return former.find((one) => one.originalName === file.name && one.sha256 === sha256);
}

function ignoreRefusal(error: unknown): undefined {
  if (isApiError(error) && (error.status === 404 || error.status === 409)) return undefined;
  throw error;
}
