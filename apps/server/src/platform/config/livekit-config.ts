import { ConfigError } from '../errors/config-error.ts';
import type { S3Settings } from '../storage/s3-settings.ts';
import type { Environment } from './environment.ts';

/** The LiveKit that carries voice calls, or meetings, or both. */
export interface LivekitConfig {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Meetings over LiveKit. */
export interface LivekitMeetings {
  /** Where browsers reach it. */
  readonly publicUrl: string;
}

/**
 * Null: this server carries everything itself.
 *
 * @throws a `ConfigError` that names what is missing
 */
export function toLivekitConfig(env: Environment): LivekitConfig | null {
  const engines = [env.MEDIA_ENGINE === 'livekit' && 'MEDIA_ENGINE', takesMeetings(env)];
  const by = engines.find((name) => name !== false);
  if (by === undefined) return null;
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = env;
  if (url === undefined || apiKey === undefined || apiSecret === undefined) {
    const named = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
    throw new ConfigError(
      Object.entries(named)
        .filter(([, value]) => value === undefined)
        .map(([name]) => `${name}: must be set when ${by} is livekit.`),
    );
  }
  return { url, apiKey, apiSecret };
}

/**
 * Null: meetings are this server's own.
 *
 * @throws a `ConfigError` for an address that pages of this server cannot connect to
 */
export function toLivekitMeetings(env: Environment): LivekitMeetings | null {
  const publicUrl = env.LIVEKIT_PUBLIC_URL ?? env.LIVEKIT_URL;
  if (takesMeetings(env) === false || publicUrl === undefined) return null;
  if (env.PUBLIC_URL?.startsWith('https:') === true && !/^(?:wss|https):/.test(publicUrl))
    throw new ConfigError([
      'LIVEKIT_PUBLIC_URL: must be a wss or https url where PUBLIC_URL is https: browsers connect to no other from there.',
    ]);
  return { publicUrl };
}

/**
 * Where LiveKit Egress puts recordings; null: it makes none.
 *
 * @throws a `ConfigError` that names what is missing
 */
export function toEgressBucket(env: Environment): S3Settings | null {
  if (!env.LIVEKIT_EGRESS) return null;
  if (takesMeetings(env) === false)
    throw new ConfigError(['LIVEKIT_EGRESS: records meetings where MEETING_ENGINE is livekit.']);
  if (env.STORAGE_URL === undefined)
    throw new ConfigError([
      'STORAGE_URL: must be set with LIVEKIT_EGRESS: that is where Egress puts recordings.',
    ]);
  return env.STORAGE_URL;
}

function takesMeetings(env: Environment) {
  return env.MEETING_ENGINE === 'livekit' && 'MEETING_ENGINE';
}
