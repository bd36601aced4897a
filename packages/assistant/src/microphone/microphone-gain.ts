/** Applies a gain to a microphone track; closing it leaves the original unchanged. */
export interface AmplifiedMicrophone {
  readonly track: MediaStreamTrack;
  setGain(gain: number): void;
  close(): void;
}

export function amplifyMicrophone(original: MediaStreamTrack): AmplifiedMicrophone {
  const context = new AudioContext();
  const amplifier = context.createGain();
  const destination = context.createMediaStreamDestination();
  // A clone: the call releases the original when it is replaced.
  const source = original.clone();
  context.createMediaStreamSource(new MediaStream([source])).connect(amplifier);
  amplifier.connect(destination);
  const [track] = destination.stream.getAudioTracks();
  if (track === undefined) throw new Error('The browser cannot amplify this microphone.');
  return {
    track,
    setGain(gain) {
      amplifier.gain.value = gain;
    },
    close() {
      track.stop();
      source.stop();
      context.close().catch(() => {});
    },
  };
}
