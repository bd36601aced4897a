import { existsSync } from 'node:fs';

const LIVEKIT = new URL('../../packages/media-livekit/package.json', import.meta.url).pathname;

/** The settings of the media engine that the nodes run with. */
export function engineEnvironment(engine: string): Readonly<Record<string, string>> {
  if (engine === 'embedded') return {};
  if (engine !== 'livekit')
    throw new Error(`--engine: "${engine}" is unknown. There are embedded and livekit.`);
  if (!existsSync(LIVEKIT))
    throw new Error(
      '--engine livekit: this version has no LiveKit engine (packages/media-livekit).',
    );
  return { MEDIA_ENGINE: 'livekit' };
}
