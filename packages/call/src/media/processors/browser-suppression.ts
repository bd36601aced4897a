import type { TrackProcessor } from './processed-track.ts';

/**
 * The browser's own noise suppressor, switched on the device's track: where no processor of ours can
 * run.
 *
 * @throws when the browser cannot, or did not, switch it
 */
export async function suppressInBrowser(track: MediaStreamTrack): Promise<TrackProcessor> {
  const switchTo = (noiseSuppression: boolean) =>
    track.applyConstraints({ echoCancellation: true, autoGainControl: true, noiseSuppression });
  if (track.getSettings().noiseSuppression !== true) {
    await switchTo(true);
    if (track.getSettings().noiseSuppression === false) {
      throw new Error('The browser kept noise suppression off.');
    }
  }
  return {
    track,
    close() {
      if (track.readyState === 'live') switchTo(false).catch(() => {});
    },
  };
}
