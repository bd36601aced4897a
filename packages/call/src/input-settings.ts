/** How the microphone is treated before it is sent. */
export interface InputSettings {
  readonly audio?: {
    readonly processor?: { readonly type: 'none' | 'noise-cancellation' };
  };
}

/**
 * Noise cancellation is the browser's own suppressor, switched on the device's track.
 * Rejects when the browser cannot, or did not, switch it.
 */
export async function applyAudioProcessor(
  track: MediaStreamTrack,
  type: 'none' | 'noise-cancellation',
): Promise<void> {
  const wanted = type === 'noise-cancellation';
  if (track.getSettings().noiseSuppression === wanted) return;
  await track.applyConstraints({
    echoCancellation: true,
    autoGainControl: true,
    noiseSuppression: wanted,
  });
  const applied = track.getSettings().noiseSuppression;
  if (wanted && applied === false) throw new Error('The browser kept noise suppression off.');
}
