import { existsSync } from 'node:fs';
import { givenLivekit, livekitEnvironment } from '../../tests/support/server/livekit.ts';

const LIVEKIT = new URL('../../packages/media-livekit/package.json', import.meta.url).pathname;

/** The settings of the media engine that the nodes run with; where LiveKit is, they are told or TEST_LIVEKIT_URL says. */
export function engineEnvironment(engine: string): Readonly<Record<string, string>> {
  if (engine === 'embedded') return {};
  if (engine !== 'livekit')
    throw new Error(`--engine: "${engine}" is unknown. There are embedded and livekit.`);
  if (!existsSync(LIVEKIT))
    throw new Error(
      '--engine livekit: this version has no LiveKit engine (packages/media-livekit).',
    );
  const given = givenLivekit();
  return given === null ? { MEDIA_ENGINE: 'livekit' } : livekitEnvironment(given);
}
