import type { Clock } from '../../core/clock.ts';
import type { TrackProcessor } from './processed-track.ts';

/** What RNNoise was trained on; the browser resamples the microphone where it differs. */
const SAMPLE_RATE = 48_000;
/** How long to wait for the audio context to run, ms: until then it would send silence. */
const START_TIMEOUT = 5_000;

/** Kept after the first call: the next one starts at once. */
let compiled: Promise<WebAssembly.Module> | null = null;

/**
 * Removes noise from a voice with RNNoise in the audio thread; adds 20 ms of delay. Everything comes
 * from the page's own origin.
 *
 * @throws when the browser cannot
 */
export async function cancelNoise(
  raw: MediaStreamTrack,
  clock: Clock,
  onFailed: (error: unknown) => void,
): Promise<TrackProcessor> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  const close = () => {
    context.onstatechange = null;
    if (context.state !== 'closed') context.close().catch(() => {});
  };
  try {
    const [module] = await Promise.all([
      compile(),
      context.audioWorklet.addModule(new URL('./rnnoise.worklet.js', import.meta.url)),
      running(context, clock),
    ]);
    const node = new AudioWorkletNode(context, 'rnnoise', {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [1],
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: { module },
    });
    await ready(node, clock);
    const source = context.createMediaStreamSource(new MediaStream([raw]));
    const destination = context.createMediaStreamDestination();
    destination.channelCount = 1;
    source.connect(node).connect(destination);
    const [track] = destination.stream.getAudioTracks();
    if (track === undefined) throw new Error('The browser made no track of the processed sound.');
    track.contentHint = raw.contentHint;
    node.onprocessorerror = () => onFailed(new Error('The noise processor stopped.'));
    // Suspended by a phone call or a lost output device: it would send silence.
    const stopped = new Error('The browser stopped processing sound.');
    if (context.state !== 'running') throw stopped;
    context.onstatechange = () => {
      if (context.state !== 'running') onFailed(stopped);
    };
    return {
      track,
      close() {
        node.onprocessorerror = null;
        node.port.postMessage('close');
        source.disconnect();
        node.disconnect();
        track.stop();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function compile(): Promise<WebAssembly.Module> {
  compiled ??= load().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('@jitsi/rnnoise-wasm/dist/rnnoise.wasm', import.meta.url));
  if (!response.ok) throw new Error(`The noise processor did not load: ${response.status}.`);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function running(context: AudioContext, clock: Clock): Promise<void> {
  if (context.state === 'running') return;
  await inTime(context.resume(), clock, 'The browser lets no sound run before a gesture.');
}

/** Resolves when the processor is ready, or rejects with why not. */
function ready(node: AudioWorkletNode, clock: Clock): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    node.port.onmessage = () => resolve();
    node.onprocessorerror = () => reject(new Error('The noise processor could not start.'));
  });
  return inTime(answered, clock, 'The noise processor did not answer.');
}

function inTime(work: Promise<void>, clock: Clock, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(START_TIMEOUT, () => reject(new Error(message)));
    work.then(resolve, reject).finally(cancel);
  });
}
