import type { Config } from '../../platform/config/config.ts';
import type { Check } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { codeOf, sayError } from '../looking/say-error.ts';

/** An answer that takes longer leaves the caller in silence before the first word, ms. */
const SLOW_ANSWER_THRESHOLD = 1_000;

/** Whether the LiveKit that carries calls or meetings answers and takes this server's key, and its client runs here. */
export const livekit: Check = {
  name: 'livekit',
  async run({ config }) {
    const { livekit: access, callEngine } = config.media;
    if (access === null)
      return [
        skipped(
          'Neither MEDIA_ENGINE nor MEETING_ENGINE is livekit: this server carries calls and meetings itself.',
        ),
      ];
    // What speaks to it is loaded only where it is used.
    const { checkLivekit, createIsolatedLivekitEngine, timeLivekitAnswer } = await import(
      '@kindling/media-livekit'
    );
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
    } catch (error) {
      return [client, whyNot(access.url, error)];
    }
    const answers = ok(`LiveKit answers at ${access.url} and takes the key.`);
    const found = [client, answers, ...(await checkEgress(config.media))];
    // Meetings trickle their ICE candidates, and wait for no answer.
    if (callEngine !== 'livekit') return found;
    return [...found, await timeLivekitAnswer(access).then(judgeAnswer, whyNoAnswer)];
  },
};

async function checkEgress({ livekit: access, egressBucket }: Config['media']): Promise<Finding[]> {
  if (access === null || egressBucket === null) return [];
  const { createLivekitEgress } = await import('@kindling/media-livekit');
  try {
    await createLivekitEgress(access, egressBucket).check();
    return [ok('LiveKit takes orders for Egress. Whether one runs, the first recording shows.')];
  } catch (error) {
    const why = `LiveKit takes no orders for Egress: ${sayError(error)}.`;
    return [fail(why, 'Give LiveKit and Egress the same Redis (`redis.address` in both).')];
  }
}

const NODE_IP =
  'Set `rtc.node_ip` in its configuration to the address where browsers reach it, and leave `use_external_ip` away: with neither LiveKit asks STUN servers on the internet before each answer.';
const WHIP =
  'Look whether it is the version that is documented, and whether what stands before it passes /whip/v1 on.';

function judgeAnswer(ms: number) {
  const found = `LiveKit answers the offer of a caller after ${Math.round(ms)} ms.`;
  return ms > SLOW_ANSWER_THRESHOLD ? warn(found, NODE_IP) : ok(found);
}

function whyNoAnswer(error: unknown) {
  const why = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const isTimeout = codeOf(why) === 'ABORT_ERR';
  return fail(
    `LiveKit does not take the offer of a caller: ${sayError(why)}.`,
    isTimeout ? NODE_IP : WHIP,
  );
}

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
