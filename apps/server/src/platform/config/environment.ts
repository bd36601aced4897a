import { isIP } from 'node:net';
import { brand } from '@kindling/protocol/brand';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { readMailbox } from '../mail/mailbox.ts';
import { iceServerList } from './ice-server-list.ts';
import { providerPrices } from './provider-prices.ts';
import { storageUrl } from './storage-url.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const atLeastOne = z.coerce.number().int().min(1).max(1_000_000);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https url.' });
const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

const origins = z.string().transform((text, context) =>
  text.split(/\s+/).flatMap((origin) => {
    if (URL.canParse(origin) && new URL(origin).origin === origin) return [origin];
    context.addIssue(`holds “${origin}”, which is not an origin such as https://school.example.`);
    return [];
  }),
);

/** Days, or null for never. */
const retentionDays = z.string().transform((text, context) => {
  if (text === 'never') return null;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days;
  context.addIssue('must be a number of days from 1 to 36500, or never.');
  return z.NEVER;
});

/** `kindling.example`, `*.school.example`; a port is none of a host's. */
const HOST_NAME = /^(?:\*\.)?[a-z\d_][\w-]*(?:\.[\w-]+)*\.?$/i;

const hosts = z.string().transform((text, context) =>
  text.split(/\s+/).flatMap((host) => {
    if (HOST_NAME.test(host) || isIP(host) !== 0) return [host.toLowerCase()];
    context.addIssue(
      `holds “${host}”, which is not a host such as kindling.example or *.school.example.`,
    );
    return [];
  }),
);

const networks = z.string().transform((text, context) =>
  text.split(/\s+/).flatMap((network) => {
    const written = network.includes('/')
      ? network
      : `${network}/${network.includes(':') ? 128 : 32}`;
    if (ipaddr.isValidCIDR(written) && !/^::ffff:/i.test(written)) return [written];
    context.addIssue(`holds “${network}”, which is not a network such as 198.51.100.0/24.`);
    return [];
  }),
);

/** As the environment variables of OpenTelemetry are written: `name=value,other=value`. */
const keyValues = z.string().transform((text, context) => {
  const pairs = text.split(',').flatMap((pair): (readonly [string, string])[] => {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    try {
      if (name !== '') return [[name, decodeURIComponent(value)]];
    } catch {
      // Refused below.
    }
    context.addIssue(`holds “${name || pair}”, which is not name=value.`);
    return [];
  });
  return Object.fromEntries(pairs);
});

const secretKey = z.string().transform((text, context) => {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length === 32) return key;
  context.addIssue('must be 32 random bytes as 64 hexadecimal digits or in base64.');
  return z.NEVER;
});

/** Every environment variable the server reads. An empty value counts as absent. */
export const environmentSchema = z.object({
  /** TCP port. Without it: 8787, or the next free one. */
  PORT: port.optional(),
  /** Address to listen on; 0.0.0.0 opens the server to the network. */
  HOST: z.string().default('127.0.0.1'),
  /** Where browsers reach this server, when a proxy stands in front. */
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** Hosts besides this machine's own that are served without PUBLIC_URL, separated by spaces. */
  ALLOWED_HOSTS: hosts.default([]),
  KINDLING_DATA: z.string().default('data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// url.' })
    .optional(),
  /** How long PostgreSQL may take for one statement; a request that needs longer is answered 503. */
  DATABASE_STATEMENT_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(15),
  /** Whether this is one of several servers on that database. */
  CLUSTER: yesOrNo.default(false),
  /** Where the other nodes reach this one, inside the network: http://10.0.0.7:8787. */
  NODE_ADDRESS: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** In the log; without it the machine's name. */
  NODE_NAME: z.string().max(100).optional(),
  /** A bucket for files and recordings (s3://key:secret@host/bucket); without it they are in the data folder. */
  STORAGE_URL: storageUrl.optional(),
  /** How long a node that is stopped lets calls and meetings go on; 0: not at all. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** How many proxies stand in front; their X-Forwarded-* headers are believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** What carries voice calls: this server itself, or LiveKit. */
  MEDIA_ENGINE: z.enum(['embedded', 'livekit']).default('embedded'),
  /** What carries meetings: this server itself, or LiveKit, by its own client in the browser. */
  MEETING_ENGINE: z.enum(['embedded', 'livekit']).default('embedded'),
  /** Where this server reaches LiveKit: ws://livekit.internal:7880. */
  LIVEKIT_URL: z
    .url({ protocol: /^(?:ws|http)s?$/, error: 'must be a ws, wss, http or https url.' })
    .optional(),
  /** Where browsers reach it, for meetings: wss://livekit.school.example. @default LIVEKIT_URL */
  LIVEKIT_PUBLIC_URL: z
    .url({ protocol: /^(?:ws|http)s?$/, error: 'must be a ws, wss, http or https url.' })
    .optional(),
  /** Whether LiveKit Egress records the meetings that LiveKit carries, into the bucket of STORAGE_URL. */
  LIVEKIT_EGRESS: yesOrNo.default(false),
  LIVEKIT_API_KEY: z.string().optional(),
  LIVEKIT_API_SECRET: z.string().min(32, 'must have at least 32 characters.').optional(),
  /** Address that calls' media listens on; without it every interface, or HOST where that names one. */
  MEDIA_HOST: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** UDP port shared by all calls; 0 takes a free one. */
  UDP_PORT: port.default(0),
  /** Address announced to browsers for audio, behind a NAT. */
  MEDIA_PUBLIC_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  ICE_SERVERS: iceServerList.default([]),
  /** UDP port for what TURN servers pass on, where ICE_SERVERS names one; 0 takes a free one. */
  RELAY_UDP_PORT: port.default(0),
  /** Shared with the TURN servers: their credentials are made with it, one for each call. */
  TURN_SECRET: z.string().min(16, 'must have at least 16 characters.').optional(),
  /** What every other secret of the server is derived from; without it they are files of the data folder. */
  KINDLING_SECRET: secretKey.optional(),
  /** What it was until now: at the start everything is renewed, and stored credentials are sealed again. */
  KINDLING_SECRET_PREVIOUS: secretKey.optional(),
  /** What stored credentials are sealed with; without it a key of KINDLING_SECRET, or made in the data folder. */
  CREDENTIAL_KEY: secretKey.optional(),
  /** What they were sealed with until now: at the start they are sealed again with CREDENTIAL_KEY. */
  CREDENTIAL_KEY_PREVIOUS: secretKey.optional(),
  /** What a collector from elsewhere sends for /metrics; without it only this machine reads them. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters.').optional(),
  /** Where traces are sent by OTLP over HTTP, without /v1/traces; without one of these two there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** The whole address for traces, instead of that. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  /** name=value, separated by commas, the values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: keyValues.default({}),
  /** For one batch, ms. */
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).max(600_000).default(10_000),
  OTEL_SERVICE_NAME: z.string().max(200).default('kindling'),
  /** More about this server, as OTEL_EXPORTER_OTLP_HEADERS. */
  OTEL_RESOURCE_ATTRIBUTES: keyValues.default({}),
  OTEL_SDK_DISABLED: yesOrNo.default(false),
  /** Whether traces hold what people say. */
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: yesOrNo.default(false),
  /** Whether tools, webhooks and models that users name may be on this machine or in its network. */
  TOOL_PRIVATE_ADDRESSES: yesOrNo.default(false),
  /** A folder or an address that `npm run models` fetches from, instead of the public addresses. */
  MODELS_MIRROR: z.string().optional(),
  /**
   * Whether assistants that name a voice, a recogniser or a model that this server cannot reach are refused. Without it
   * they speak, hear and think with what it has, and warnings say so.
   */
  STRICT_PROVIDERS: yesOrNo.default(false),
  /** What providers elsewhere charge, so that calls say what they cost. */
  PROVIDER_PRICES: providerPrices.default({}),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  MAX_CALLS: atLeastOne.default(20),
  /** Calls that pages of one visitor (an IPv4 address, an IPv6 /64) have at once; connection tests too. */
  MAX_CALLS_PER_IP: atLeastOne.default(5),
  /** Networks in which many people share an address, separated by spaces: not limited per visitor. */
  CALL_EXEMPT_NETWORKS: networks.default([]),
  /** Calls of public keys that nobody joined yet. They take no line, and end after 10 s. */
  MAX_UNJOINED_CALLS: atLeastOne.default(10),
  /** How many of a hundred lines are for private keys alone; with one line there is none. */
  PRIVATE_CALL_SHARE: z.coerce.number().int().min(0).max(90).default(10),
  /** Meetings of people that go on at the same time. */
  MAX_MEETINGS: atLeastOne.default(20),
  /** People in one meeting; a room may ask for fewer. */
  MAX_ROOM_PARTICIPANTS: atLeastOne.default(20),
  /** New calls a minute. */
  CALL_RATE_PER_IP: atLeastOne.default(30),
  CALL_RATE_PER_KEY: atLeastOne.default(300),
  /** Messages to a chat that pages send, a minute. */
  CHAT_RATE_PER_IP: atLeastOne.default(60),
  CHAT_RATE_PER_KEY: atLeastOne.default(600),
  /** Requests a minute to the API and to rooms. */
  API_RATE_PER_IP: atLeastOne.default(1_200),
  /** Origins besides the site's own whose pages may start calls and join rooms, separated by spaces. */
  CALL_ORIGINS: origins.default([]),
  /** Whether a public key must come with an Origin (or a Referer of this host). */
  REQUIRE_ORIGIN: yesOrNo.default(true),
  /** The ffmpeg that composes video and plays media; without it the first on PATH. */
  FFMPEG_PATH: z.string().optional(),
  /** Whether a call is recorded when its assistant's artifactPlan asks for it. */
  CALL_RECORDING: yesOrNo.default(false),
  /** A recording is refused, or ended, when less of the disk is free, in MB (10^6 bytes); 0: never. */
  RECORDING_MIN_FREE_MB: z.coerce.number().int().min(0).max(1_000_000_000).default(500),
  /** After how many days a recording is deleted; without it: never. */
  RECORDING_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  /** After how many days what was said is deleted, in calls, chats and sessions; never: it is kept. */
  TRANSCRIPT_RETENTION_DAYS: retentionDays.default(90),
  /** After how many days entries of the log are deleted; never: they are kept. */
  LOG_RETENTION_DAYS: retentionDays.default(30),
  /** Where remote media players may fetch from, separated by spaces; without it there are none. */
  MEDIA_PLAYER_ORIGINS: origins.default([]),
  SITE_DIST: z.string().default('apps/site/dist'),
  /** The built call page, which the address of a room shows. */
  ROOM_DIST: z.string().default('apps/room/dist'),
  /** A hosted PostgREST (Supabase) backend for the footer's addresses, instead of this server. */
  LEADS_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  LEADS_ANON_KEY: z.string().optional(),
  /** Forms a minute: addresses, contact requests, bookings. */
  FORM_RATE_PER_IP: atLeastOne.default(20),
  /** A hosted Calendly or Cal.com link for the demo call, instead of this server's own scheduler. */
  SCHEDULING_URL: z.url({ protocol: /^https$/, error: 'must be an https url.' }).optional(),
  /** Working hours and the rest of the demo call, as JSON; without it: scheduling.json in the data folder. */
  SCHEDULING_FILE: z.string().optional(),
  /**
   * Origins besides the site's own and those of EMBED_ORIGINS whose pictures, style sheets and pages
   * the call page of rooms may show: tray icons and integrations, separated by spaces.
   */
  ROOM_CONTENT_ORIGINS: origins.default([]),
  /** Origins besides the site's own whose pages may embed the booking page, separated by spaces. */
  EMBED_ORIGINS: origins.default([]),
  /** smtp:// or smtps://, with user and password; without it mail is written to the data folder's outbox. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// url.' })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => readMailbox(text) !== null, {
      error: 'must be one mailbox such as Kindling <hello@school.example>.',
    })
    .default(`${brand.name} <${brand.email}>`),
  /** Who hears of bookings and contact requests. */
  NOTIFY_EMAIL: z.email().default(brand.email),
});

export type Environment = z.output<typeof environmentSchema>;
