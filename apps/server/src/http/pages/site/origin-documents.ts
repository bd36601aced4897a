import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { SITE_ORIGIN_PLACEHOLDER } from '@kindling/protocol/site-origin';
import { fillPrivacyFacts, holdsPrivacyFacts, type ReadPrivacyFacts } from './privacy-facts.ts';

/** Origins whose documents are kept; a visitor can invent any number of host names. */
const KEPT_ORIGINS = 8;
/** A host name, an address or [IPv6], a port, perhaps a path: nothing that means something in HTML or XML. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.-]*(?:\[[\da-f:.]+\])?(?::\d{1,5})?(?:\/[\w./~-]*)?$/i;
/** Within 2 % of the smallest output in a third of the time: requests with invented host names must be cheap. */
const BROTLI_QUALITY = 10;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page or small file in which every absolute address is the deployment's own. */
export interface OriginDocument {
  readonly contentType: string;
  /** Weak: the same for every encoding. */
  readonly etag: string;
  body(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

export interface OriginDocuments {
  /** The document at a request's path, written for `origin` (no slash at its end); null when there is none. */
  find(path: string, origin: string): Promise<OriginDocument | null>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** The built site's documents, found once; what they hold is read again when a file has changed. */
export function createOriginDocuments(
  folder: string,
  readFacts: ReadPrivacyFacts | null = null,
): OriginDocuments {
  const files = documentsIn(folder);
  const origins = new Map<string, Map<string, CachedDocument>>();
  const isCurrent = async ({ facts }: CachedDocument) =>
    facts === null || facts === JSON.stringify(await readFacts?.());
  return {
    async find(path, origin) {
      const file = files.get(plainRequestPath(path));
      // A rebuild may be under way: then there is no such document for a moment.
      const changedAt = file && (await stat(file.path).catch(() => null))?.mtimeMs;
      if (file === undefined || changedAt === undefined) return null;
      const kept = documentsOf(origins, PLAIN_ORIGIN.test(origin) ? origin : '');
      const known = kept.documents.get(file.path);
      if (known?.changedAt === changedAt && (await isCurrent(known))) return known;
      const document = { changedAt, ...(await writeFor(kept.origin, file, readFacts)) };
      kept.documents.set(file.path, document);
      return document;
    },
  };
}

interface WrittenDocument extends OriginDocument {
  /** The facts that stand in it, as JSON; null: none do. */
  readonly facts: string | null;
}

interface CachedDocument extends WrittenDocument {
  readonly changedAt: number;
}

interface DocumentFile {
  readonly path: string;
  readonly contentType: string;
}

/** By request path. Only what stands here is served, so a path cannot lead out of the folder. */
function documentsIn(folder: string): ReadonlyMap<string, DocumentFile> {
  const files = new Map<string, DocumentFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (contentType === undefined) continue;
    const file = { path: join(folder, name), contentType };
    const path = `/${name.replaceAll(sep, '/')}`;
    files.set(path, file);
    if (!path.endsWith('/index.html')) continue;
    const page = path.slice(0, -'index.html'.length);
    files.set(page, file);
    if (page !== '/') files.set(page.slice(0, -1), file);
  }
  return files;
}

/** As it is looked up: `/%63ontact` and `//contact` are `/contact`. */
function plainRequestPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path;
  }
}

/** The least recently asked-for origin makes room. */
function documentsOf(origins: Map<string, Map<string, CachedDocument>>, origin: string) {
  const documents = origins.get(origin) ?? new Map<string, CachedDocument>();
  origins.delete(origin);
  origins.set(origin, documents);
  const [oldest] = origins.keys();
  if (origins.size > KEPT_ORIGINS && oldest !== undefined) origins.delete(oldest);
  return { origin, documents };
}

/** Where the origin is not known, addresses become relative. */
async function writeFor(
  origin: string,
  { path, contentType }: DocumentFile,
  readFacts: ReadPrivacyFacts | null,
): Promise<WrittenDocument> {
  const written = (await readFile(path, 'utf8')).replaceAll(SITE_ORIGIN_PLACEHOLDER, origin);
  const facts = readFacts !== null && holdsPrivacyFacts(written) ? await readFacts() : null;
  const text = facts === null ? written : fillPrivacyFacts(written, facts);
  const plain = Buffer.from(text);
  const bodies: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>> = {};
  return {
    facts: facts === null ? null : JSON.stringify(facts),
    contentType,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    body: (encoding) => (bodies[encoding] ??= encode(plain, encoding)),
  };
}

async function encode(
  plain: Buffer<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return promisify(gzip)(plain, { level: 9 });
  if (encoding === 'identity') return plain;
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return promisify(brotliCompress)(plain, { params });
}
