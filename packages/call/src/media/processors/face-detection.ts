import { repeat } from '../../core/clock.ts';
import type { TrackProcessor } from './processed-track.ts';
import type { ProcessorEnvironment } from './start-processor.ts';
import { watchTrack } from './watched-video.ts';

/** How often faces are counted, ms. */
const INTERVAL = 500;

/** From the Shape Detection API, where the browser has it. */
interface Detector {
  detect(image: CanvasImageSource): Promise<readonly unknown[]>;
}

/**
 * Counts the faces in the camera's picture, which is not changed.
 *
 * @throws where browsers cannot
 */
export async function countFaces(
  raw: MediaStreamTrack,
  { clock, onFaceCounts }: ProcessorEnvironment,
  onFailed: (error: unknown) => void,
): Promise<TrackProcessor> {
  const { FaceDetector } = globalThis as { FaceDetector?: new () => Detector };
  if (FaceDetector === undefined) throw new Error('This browser cannot detect faces.');
  const detector = new FaceDetector();
  const video = await watchTrack(raw);
  let count: number | null = null;
  let busy = false;
  const stop = repeat(clock, INTERVAL, () => {
    if (busy || video.element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    busy = true;
    detector
      .detect(video.element)
      .then((faces) => {
        if (faces.length === count) return;
        count = faces.length;
        onFaceCounts({ faceCounts: count });
      })
      .catch(onFailed)
      .finally(() => {
        busy = false;
      });
  });
  return {
    track: raw,
    close() {
      stop();
      video.close();
    },
  };
}
