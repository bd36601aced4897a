import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import type { S3Settings } from '../storage/s3-settings.ts';
import { type ClusterConfig, toClusterConfig } from './cluster-config.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { pairIceServers } from './ice-server-list.ts';
import { type IceServerSettings, isTurnServer } from './ice-servers.ts';
import {
  type LivekitConfig,
  type LivekitMeetings,
  toEgressBucket,
  toLivekitConfig,
  toLivekitMeetings,
} from './livekit-config.ts';
import type { ProviderPrices } from './provider-prices.ts';

const repositoryRoot = resolve(import.meta.dirname, '../../../../..');

export interface Config {
  readonly port: number | null;
  readonly host: string;
  readonly publicUrl: string | null;
  /** Beside this machine's own; `*.school.example` is everything below that. */
  readonly allowedHosts: readonly string[];
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  /** Of PostgreSQL, ms. */
  readonly statementTimeout: number;
  /** Null: this is the only server of its database. */
  readonly cluster: ClusterConfig | null;
  /** Where files and recordings are kept; null: in the data folder. */
  readonly storage: S3Settings | null;
  readonly logLevel: string;
  readonly trustedProxies: number;
  readonly siteFolder: string;
  readonly roomPageFolder: string;
  readonly media: {
    /** Null: every interface. */
    readonly bindAddress: string | null;
    /** The site is served on loopback alone, so browsers may run on this machine. */
    readonly announceLoopback: boolean;
    readonly udpPort: number;
    readonly publicAddress: string | null;
    /** Null: none is needed. */
    readonly relayUdpPort: number | null;
    /** What carries voice calls, meetings or both instead of this server; null: nothing does. */
    readonly livekit: LivekitConfig | null;
    readonly callEngine: 'embedded' | 'livekit';
    /** Null: this server carries meetings itself. */
    readonly livekitMeetings: LivekitMeetings | null;
    /** Where LiveKit Egress puts its recordings of meetings; null: it makes none. */
    readonly egressBucket: S3Settings | null;
  };
  readonly ice: IceServerSettings;
  readonly roomMedia: {
    readonly ffmpegPath: string | null;
    readonly callRecording: boolean;
    readonly playerOrigins: readonly string[];
    /** Bytes of the disk that recordings leave free. */
    readonly keepFree: number;
    /** Null: recordings are kept until they are deleted by request. */
    readonly keepDays: number | null;
  };
  /** For organisations that set nothing of their own. */
  readonly retention: RetentionDefaults;
  /** 32 bytes that every other secret is derived from; null: they are in the data folder. */
  readonly secret: Buffer | null;
  /** The one before this one; null: there is nothing to be renewed. */
  readonly previousSecret: Buffer | null;
  /** 32 bytes; null: derived from `secret`, or the data folder's own. */
  readonly credentialKey: Buffer | null;
  /** The key before this one; null: there is nothing to be sealed again. */
  readonly previousCredentialKey: Buffer | null;
  /** Null: metrics are for this machine alone. */
  readonly metricsToken: string | null;
  /** Where traces of calls go; null: nowhere. */
  readonly traces: TracesConfig | null;
  /** Whether addresses that users name may be private ones. */
  readonly privateAddresses: boolean;
  /** Whether assistants that name what this server cannot reach are refused. */
  readonly strictProviders: boolean;
  readonly providerPrices: ProviderPrices;
  readonly llm: LlmConfig | null;
  readonly models: {
    /** Voices and recognisers that were installed. */
    readonly folder: string;
    /** A folder or an address to fetch them from; null: the public ones. */
    readonly mirror: string | null;
  };
  readonly limits: Limits;
  /** Networks such as `198.51.100.0/24` whose visitors are counted as one. */
  readonly exemptNetworks: readonly string[];
  readonly requireOrigin: boolean;
  /** Beside those that a public key lists. */
  readonly callOrigins: readonly string[];
  /** Whose pictures, style sheets and pages the call page of rooms may show. */
  readonly roomContentOrigins: readonly string[];
  /** Null: this server keeps the footer's addresses itself. */
  readonly hostedLeads: { readonly url: string; readonly anonKey: string } | null;
  readonly scheduling: {
    readonly hostedUrl: string | null;
    readonly file: string;
    /** Whether `file` was named by the operator, and so has to be there. */
    readonly fileRequired: boolean;
    readonly embedOrigins: readonly string[];
  };
  readonly mail: MailConfig;
}

/** After how many days it is deleted; null: never by itself. */
export interface RetentionDefaults {
  readonly transcriptDays: number | null;
  readonly recordingDays: number | null;
  readonly logDays: number | null;
}

export interface MailConfig {
  /** Null: mail is written to `outboxFolder` and goes nowhere. */
  readonly smtpUrl: string | null;
  readonly outboxFolder: string;
  readonly from: string;
  readonly notify: string;
}

/** An OpenAI-compatible endpoint. */
/** How traces reach their collector. */
export interface TracesConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of one batch, ms. */
  readonly timeout: number;
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  /** Whether what people say is in them. */
  readonly capturesContent: boolean;
}

export interface LlmConfig {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

export interface Limits {
  readonly calls: number;
  /** Of `calls`: those that public keys cannot take. */
  readonly callsForPrivateKeys: number;
  readonly callsPerVisitor: number;
  readonly unjoinedCalls: number;
  readonly meetings: number;
  readonly roomParticipants: number;
  readonly callsPerMinutePerIp: number;
  readonly callsPerMinutePerKey: number;
  readonly chatsPerMinutePerIp: number;
  readonly chatsPerMinutePerKey: number;
  readonly requestsPerMinutePerIp: number;
  readonly formsPerMinutePerIp: number;
}

/**
 * Reads and checks the environment.
 *
 * @throws a `ConfigError` that names each variable at fault
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  return toConfig(parsed.data);
}

function toConfig(env: Environment): Config {
  const dataFolder = resolve(repositoryRoot, env.KINDLING_DATA);
  return {
    port: env.PORT ?? null,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? null,
    allowedHosts: env.ALLOWED_HOSTS,
    dataFolder,
    databaseUrl: env.DATABASE_URL ?? null,
    statementTimeout: env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000,
    cluster: toClusterConfig(env),
    storage: env.STORAGE_URL ?? null,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUST_PROXY,
    siteFolder: resolve(repositoryRoot, env.SITE_DIST),
    roomPageFolder: resolve(repositoryRoot, env.ROOM_DIST),
    media: {
      bindAddress: env.MEDIA_HOST ?? (namesOneInterface(env.HOST) ? env.HOST : null),
      announceLoopback: isLoopback(env.HOST) && env.TRUST_PROXY === 0,
      udpPort: env.UDP_PORT,
      publicAddress: env.MEDIA_PUBLIC_ADDRESS ?? null,
      relayUdpPort: env.ICE_SERVERS.some(isTurnServer) ? env.RELAY_UDP_PORT : null,
      livekit: toLivekitConfig(env),
      callEngine: env.MEDIA_ENGINE,
      livekitMeetings: toLivekitMeetings(env),
      egressBucket: toEgressBucket(env),
    },
    ice: pairIceServers(env.ICE_SERVERS, env.TURN_SECRET),
    roomMedia: {
      ffmpegPath: env.FFMPEG_PATH === undefined ? null : resolve(env.FFMPEG_PATH),
      callRecording: env.CALL_RECORDING,
      playerOrigins: env.MEDIA_PLAYER_ORIGINS,
      keepFree: env.RECORDING_MIN_FREE_MB * 1_000_000,
      keepDays: env.RECORDING_RETENTION_DAYS ?? null,
    },
    retention: {
      transcriptDays: env.TRANSCRIPT_RETENTION_DAYS,
      recordingDays: env.RECORDING_RETENTION_DAYS ?? null,
      logDays: env.LOG_RETENTION_DAYS,
    },
    secret: env.KINDLING_SECRET ?? null,
    previousSecret: env.KINDLING_SECRET_PREVIOUS ?? null,
    credentialKey: env.CREDENTIAL_KEY ?? null,
    previousCredentialKey: env.CREDENTIAL_KEY_PREVIOUS ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    traces: toTracesConfig(env),
    privateAddresses: env.TOOL_PRIVATE_ADDRESSES,
    strictProviders: env.STRICT_PROVIDERS,
    providerPrices: env.PROVIDER_PRICES,
    llm: toLlmConfig(env),
    models: { folder: join(dataFolder, 'models'), mirror: toMirror(env.MODELS_MIRROR) },
    limits: {
      calls: env.MAX_CALLS,
      callsForPrivateKeys: Math.min(
        Math.ceil((env.MAX_CALLS * env.PRIVATE_CALL_SHARE) / 100),
        env.MAX_CALLS - 1,
      ),
      callsPerVisitor: env.MAX_CALLS_PER_IP,
      unjoinedCalls: env.MAX_UNJOINED_CALLS,
      meetings: env.MAX_MEETINGS,
      roomParticipants: env.MAX_ROOM_PARTICIPANTS,
      callsPerMinutePerIp: env.CALL_RATE_PER_IP,
      callsPerMinutePerKey: env.CALL_RATE_PER_KEY,
      chatsPerMinutePerIp: env.CHAT_RATE_PER_IP,
      chatsPerMinutePerKey: env.CHAT_RATE_PER_KEY,
      requestsPerMinutePerIp: env.API_RATE_PER_IP,
      formsPerMinutePerIp: env.FORM_RATE_PER_IP,
    },
    exemptNetworks: env.CALL_EXEMPT_NETWORKS,
    requireOrigin: env.REQUIRE_ORIGIN,
    callOrigins: env.CALL_ORIGINS,
    roomContentOrigins: env.ROOM_CONTENT_ORIGINS,
    hostedLeads: toHostedLeads(env),
    scheduling: {
      hostedUrl: env.SCHEDULING_URL ?? null,
      file: resolve(repositoryRoot, env.SCHEDULING_FILE ?? join(dataFolder, 'scheduling.json')),
      fileRequired: env.SCHEDULING_FILE !== undefined,
      embedOrigins: env.EMBED_ORIGINS,
    },
    mail: toMailConfig(env, dataFolder),
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');

const namesOneInterface = (host: string): boolean =>
  isIP(host) !== 0 && host !== '0.0.0.0' && host !== '::' && !isLoopback(host);

function toLlmConfig(env: Environment): LlmConfig | null {
  if (env.LLM_BASE_URL === undefined) return null;
  if (env.LLM_MODEL === undefined) {
    throw new ConfigError(['LLM_MODEL: must name a model when LLM_BASE_URL is set.']);
  }
  return { baseUrl: env.LLM_BASE_URL, apiKey: env.LLM_API_KEY ?? null, model: env.LLM_MODEL };
}

function toTracesConfig(env: Environment): TracesConfig | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (url === undefined || env.OTEL_SDK_DISABLED) return null;
  return {
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeout: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: env.OTEL_SERVICE_NAME,
    resourceAttributes: env.OTEL_RESOURCE_ATTRIBUTES,
    capturesContent: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  };
}

function toMirror(mirror: string | undefined): string | null {
  if (mirror === undefined) return null;
  return /^https?:\/\//.test(mirror) ? mirror : resolve(repositoryRoot, mirror);
}

function toMailConfig(env: Environment, dataFolder: string): MailConfig {
  // Without it links take the host that a request names, and anyone may name any host.
  if (env.SMTP_URL !== undefined && env.PUBLIC_URL === undefined) {
    throw new ConfigError([
      'PUBLIC_URL: must be set when SMTP_URL is: links in mail begin with it.',
    ]);
  }
  return {
    smtpUrl: env.SMTP_URL ?? null,
    outboxFolder: join(dataFolder, 'outbox'),
    from: env.MAIL_FROM,
    notify: env.NOTIFY_EMAIL,
  };
}

function toHostedLeads(env: Environment): Config['hostedLeads'] {
  if (env.LEADS_URL === undefined) return null;
  if (env.LEADS_ANON_KEY === undefined) {
    throw new ConfigError(['LEADS_ANON_KEY: must be set when LEADS_URL is.']);
  }
  return { url: env.LEADS_URL, anonKey: env.LEADS_ANON_KEY };
}
