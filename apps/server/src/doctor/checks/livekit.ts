import type { Check } from '../check.ts';
import { fail, ok, skipped } from '../finding.ts';
import { sayError } from '../looking/say-error.ts';

/** Whether the LiveKit that carries calls or meetings answers and takes this server's key, and its client runs here. */
export const livekit: Check = {
  name: 'livekit',
  async run({ config }) {
    const { livekit: access } = config.media;
    if (access === null)
      return [
        skipped(
          'Neither MEDIA_ENGINE nor MEETING_ENGINE is livekit: this server carries calls and meetings itself.',
        ),
      ];
    // What speaks to it is loaded only where it is used.
    const { checkLivekit, createIsolatedLivekitEngine } = await import('@kindling/media-livekit');
    const client = await createIsolatedLivekitEngine(access).then(
      async (engine) => {
        await engine.close();
        return ok('The client of LiveKit runs on this machine.');
      },
      (error: unknown) =>
        fail(
          `${sayError(error)}.`,
          'Run npm ci without --omit=optional, on Linux with glibc, macOS, or Windows on x64.',
        ),
    );
    try {
      await checkLivekit(access);
      return [client, ok(`LiveKit answers at ${access.url} and takes the key.`)];
    } catch (error) {
      return [client, whyNot(access.url, error)];
    }
  },
};

function whyNot(url: string, error: unknown) {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 401 || status === 403)
    return fail(
      `LiveKit at ${url} refuses the key (status ${status}).`,
      'Set LIVEKIT_API_KEY and LIVEKIT_API_SECRET as in the `keys` of its configuration, and look whether both clocks agree.',
    );
  return fail(
    `LiveKit does not answer at ${url}: ${sayError(error)}.`,
    'Look whether it runs, and whether LIVEKIT_URL leads to it.',
  );
}
