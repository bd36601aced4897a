import type { StoredFile } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { fileTable } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { RawAnswer } from '../../platform/requests/answers/raw-answer.ts';
import type { Handler, HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { filtersOf } from '../references/query-filters.ts';
import type { FileContents } from './file-contents.ts';
import type { FileRecord } from './file-store.ts';
import { type UploadOptions, uploadFile } from './upload-file.ts';

export interface FileHandlersOptions extends UploadOptions {
  /** Names of the knowledge bases that search a file. */
  readonly findUses: (orgId: string, fileId: string) => Promise<string[]>;
}

export function fileHandlers(options: FileHandlersOptions): HandlersOf<'file'> {
  const { files, contents } = options;
  const upload: Handler<'file.create'> = async ({ token, body, baseUrl, signal }) =>
    withAddresses(await uploadFile(options, token.orgId, body, signal), baseUrl);
  return {
    'file.create': upload,
    'file.upload': upload,
    'file.list': async ({ token, query, baseUrl }) =>
      (await files.list(token.orgId, query, { filters: ofPurpose(query.purpose) })).map((file) =>
        withAddresses(file, baseUrl),
      ),
    'file.get': async ({ token, id, baseUrl }) =>
      withAddresses(await files.get(token.orgId, id), baseUrl),
    'file.content': async ({ token, id }) => {
      const file = await files.get(token.orgId, id);
      return download(file, await readContent(contents, file), file.mimetype);
    },
    'file.text': async ({ token, id }) => {
      const file = await files.get(token.orgId, id);
      const text = await contents.readText(file.orgId, file.key);
      if (text === null) throw new ApiError('not_found', 'No text could be read from this file.');
      return new RawAnswer('text/plain; charset=utf-8', text);
    },
    'file.update': async ({ token, id, body, ifMatch, baseUrl }) =>
      withAddresses(await files.update(token.orgId, id, body, { ifMatch }), baseUrl),
    'file.delete': async ({ token, id, ifMatch, baseUrl }) => {
      const users = await options.findUses(token.orgId, id);
      if (users.length > 0) throw inUse(users);
      const file = await files.remove(token.orgId, id, { ifMatch });
      // What cannot be removed now has no row, and is found by that.
      await contents.remove(file.orgId, file.key).catch(() => undefined);
      return withAddresses(file, baseUrl);
    },
  };
}

function withAddresses(file: FileRecord, baseUrl: string): StoredFile {
  const url = `${baseUrl}/file/${file.id}`;
  return {
    ...file,
    url: `${url}/content`,
    ...(file.parsedTextBytes === undefined ? {} : { parsedTextUrl: `${url}/text` }),
  } as StoredFile;
}

async function readContent(contents: FileContents, file: FileRecord): Promise<Buffer> {
  const content = await contents.readContent(file.orgId, file.key);
  if (content === null) throw new ApiError('not_found', 'The content of this file is gone.');
  return content;
}

/** Served as a download, never inline: the content is a user's, under this server's name. */
function download(file: FileRecord, content: Buffer, mediaType: string): RawAnswer {
  const name = encodeURIComponent(file.originalName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return new RawAnswer(mediaType, new Uint8Array(content), {
    'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
    'X-Content-Type-Options': 'nosniff',
  });
}

function inUse(users: readonly string[]): ApiError {
  const named = users.map((name) => `“${name}”`).join(', ');
  return new ApiError(
    'conflict',
    `This file is searched by ${named}. Take it out there first, or delete what searches it.`,
  );
}

const ofPurpose = (purpose: string | undefined) =>
  filtersOf([[sql`(${fileTable.body} ->> 'purpose')`, purpose]]);
