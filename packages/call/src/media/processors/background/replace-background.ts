import type { VideoProcessor } from '../../../options/input-settings.ts';
import type { TrackProcessor } from '../processed-track.ts';
import type { ProcessorEnvironment } from '../start-processor.ts';
import { watchTrack } from '../watched-video.ts';
import { openBackdrop } from './backdrop.ts';
import { Compositor } from './compositor.ts';
import { openPersonCutter } from './person-cutter.ts';
import { openSegmenter } from './segmenter.ts';

/** Frames a second where the page is hidden and the browser paints nothing. */
const HIDDEN_INTERVAL = 100;
/** Fallback frame rate on a slow machine. */
const SLOW_FRAME = 150;
const SLOW_FRAMES = 30;

type BackgroundProcessor = Extract<
  VideoProcessor,
  { type: 'background-blur' | 'background-image' }
>;

/**
 * Blurs or replaces what is behind a person.
 *
 * @throws when the browser cannot
 */
export async function replaceBackground(
  raw: MediaStreamTrack,
  processor: BackgroundProcessor,
  { clock, onWarning }: ProcessorEnvironment,
  onFailed: (error: unknown) => void,
): Promise<TrackProcessor> {
  const closing: (() => void)[] = [];
  const close = () => {
    for (const one of closing.splice(0).reverse()) one();
  };
  try {
    const compositor = new Compositor(await openBackdrop(processor));
    const segmenter = await openSegmenter();
    closing.push(() => segmenter.close());
    const video = await watchTrack(raw);
    closing.push(() => video.close());
    const cutter = openPersonCutter();
    const drawOne = async () => {
      const { videoWidth: width, videoHeight: height } = video.element;
      const mask = await segmenter.segment(video.element);
      compositor.draw(video.element, cutter.cut(video.element, mask, width, height), width, height);
    };
    // The first frame is rendered before the new track is sent, which also proves that it works.
    await drawOne();
    const stream = compositor.canvas.captureStream();
    const [track] = stream.getVideoTracks();
    if (track === undefined) throw new Error('The browser made no track of the processed video.');
    closing.push(() => track.stop());
    let slow = 0;
    const step = async () => {
      const before = clock.now();
      await drawOne();
      slow = clock.now() - before > SLOW_FRAME ? slow + 1 : 0;
      if (slow === SLOW_FRAMES) onWarning('This machine is slow at background effects.');
    };
    closing.push(drawEveryFrame(video.element, { clock, step, onFailed }));
    return { track, close };
  } catch (error) {
    close();
    throw error;
  }
}

interface Loop extends Pick<ProcessorEnvironment, 'clock'> {
  step(): Promise<void>;
  onFailed(error: unknown): void;
}

/** One step per frame, never two at once; slower while the page is hidden. */
function drawEveryFrame(video: HTMLVideoElement, { clock, step, onFailed }: Loop): () => void {
  let stopped = false;
  let cancel = () => {};
  const next = () => {
    if (stopped) return;
    const request = video.requestVideoFrameCallback(run);
    const stopTimer = clock.schedule(HIDDEN_INTERVAL, run);
    cancel = () => {
      video.cancelVideoFrameCallback(request);
      stopTimer();
    };
  };
  const run = () => {
    cancel();
    step().then(next, (error: unknown) => {
      if (!stopped) onFailed(error);
    });
  };
  next();
  return () => {
    stopped = true;
    cancel();
  };
}
