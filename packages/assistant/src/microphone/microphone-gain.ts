/** A microphone made louder or softer; closing it leaves the original as it was. */
export interface AmplifiedMicrophone {
  readonly track: MediaStreamTrack;
  setGain(gain: number): void;
  close(): void;
}

export function amplifyMicrophone(original: MediaStreamTrack): AmplifiedMicrophone {
  const context = new AudioContext();
  const amplifier = context.createGain();
  const destination = context.createMediaStreamDestination();
  // A copy: the call lets go of the original when the amplified one takes its place.
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
