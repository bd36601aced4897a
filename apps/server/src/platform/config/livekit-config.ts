import { ConfigError } from '../errors/config-error.ts';
import type { Environment } from './environment.ts';

/** The LiveKit that carries voice calls. */
export interface LivekitConfig {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/**
 * Null: this server carries them itself.
 *
 * @throws a `ConfigError` that names what is missing
 */
export function toLivekitConfig(env: Environment): LivekitConfig | null {
  if (env.MEDIA_ENGINE !== 'livekit') return null;
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = env;
  if (url === undefined || apiKey === undefined || apiSecret === undefined) {
    const named = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
    throw new ConfigError(
      Object.entries(named)
        .filter(([, value]) => value === undefined)
        .map(([name]) => `${name}: must be set when MEDIA_ENGINE is livekit.`),
    );
  }
  return { url, apiKey, apiSecret };
}
