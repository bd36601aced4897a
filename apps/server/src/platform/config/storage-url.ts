import { z } from 'zod';
import type { S3Settings } from '../storage/s3-settings.ts';

/** `s3://key:secret@host/bucket/prefix?region=…`; what is wrong with it never repeats it. */
export const storageUrl = z.string().transform((text, context): S3Settings => {
  const settings = readStorageUrl(text);
  if (typeof settings !== 'string') return settings;
  context.addIssue(settings);
  return z.NEVER;
});

const SHAPE =
  'must be an address such as s3://key:secret@s3.example.com/bucket, with what is special in key or secret percent-encoded (/ as %2F, + as %2B, @ as %40).';
const AMAZON = /^s3(?:[.-]([a-z]{2}[a-z\d-]+))?\.amazonaws\.com(?:\.cn)?$/;
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/i;
const PARAMETERS: ReadonlySet<string> = new Set(['region', 'endpoint', 'pathStyle']);
/** Of stores that have no regions. */
const DEFAULT_REGION = 'us-east-1';

/** The settings, or what is wrong. */
function readStorageUrl(text: string): S3Settings | string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const credentials = url && readCredentials(url);
  if (url === null || url.protocol !== 's3:' || url.host === '' || credentials === undefined)
    return SHAPE;
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1).filter(Boolean);
  if (!BUCKET.test(bucket)) return `must name a bucket behind its host. It ${SHAPE}`;
  const { searchParams } = url;
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    return `has a parameter “${unknown}”; there are ${[...PARAMETERS].join(', ')}.`;
  const amazon = AMAZON.exec(url.host);
  const given = searchParams.get('endpoint');
  if (given !== null && !isEndpoint(given))
    return 'must have an http or https address as its endpoint, without a path.';
  const endpoint = given ?? (amazon === null ? `https://${url.host}` : null);
  const pathStyle = searchParams.get('pathStyle') ?? String(endpoint !== null);
  if (!['true', 'false'].includes(pathStyle)) return 'must have true or false as its pathStyle.';
  const region = searchParams.get('region') ?? amazon?.[1] ?? null;
  return {
    endpoint,
    bucket,
    credentials,
    region: region ?? (endpoint === null ? null : DEFAULT_REGION),
    prefix: folders.map((folder) => `${folder}/`).join(''),
    pathStyle: pathStyle === 'true',
  };
}

/** Null: the address has none; undefined: it has one half. */
function readCredentials({ username, password }: URL): S3Settings['credentials'] | undefined {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  } catch {
    return undefined;
  }
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}
