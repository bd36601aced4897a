/** Mixes several audio tracks into one. */
export interface AudioMix {
  readonly tracks: readonly MediaStreamTrack[];
  setTracks(tracks: readonly MediaStreamTrack[]): void;
  close(): void;
}

export function createAudioMix(): AudioMix {
  const context = new AudioContext();
  const mixed = context.createMediaStreamDestination();
  const sources = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>();
  return {
    tracks: mixed.stream.getAudioTracks(),
    setTracks(tracks) {
      for (const [track, source] of [...sources]) {
        if (tracks.includes(track)) continue;
        source.disconnect();
        sources.delete(track);
      }
      for (const track of tracks) {
        if (sources.has(track)) continue;
        const source = context.createMediaStreamSource(new MediaStream([track]));
        source.connect(mixed);
        sources.set(track, source);
      }
    },
    close() {
      for (const source of sources.values()) source.disconnect();
      for (const track of mixed.stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
