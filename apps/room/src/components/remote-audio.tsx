import type { Participant } from '@kindling/call';
import { useEffect, useRef } from 'react';
import { usePage, usePageState } from '../state/page-context.ts';

/** Plays the audio of all other participants. */
export function RemoteAudio() {
  const participants = usePageState((state) => state.participants);
  return participants
    .filter((one) => !one.local)
    .flatMap((one) => playableTracks(one).map((track) => <Sound key={track.id} track={track} />));
}

function playableTracks({ tracks }: Participant): readonly MediaStreamTrack[] {
  return Object.values(tracks).flatMap((state) =>
    state?.state === 'playable' && state.track?.kind === 'audio' ? [state.track] : [],
  );
}

function Sound({ track }: { readonly track: MediaStreamTrack }) {
  const { store } = usePage();
  const heldBack = usePageState((state) => state.audioHeldBack);
  const speaker = usePageState((state) => state.devices.speaker);
  const ref = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    element.srcObject = new MediaStream([track]);
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  // Again after a user gesture has allowed audio.
  useEffect(() => {
    if (heldBack || ref.current === null) return;
    ref.current.play().catch((error: unknown) => {
      const refused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (refused) store.set({ audioHeldBack: true });
    });
  }, [heldBack, store]);
  useEffect(() => {
    const element = ref.current;
    if (element === null || speaker === '' || !('setSinkId' in element)) return;
    // An unplugged loudspeaker: the default one is used.
    element.setSinkId(speaker).catch(() => {});
  }, [speaker]);
  // biome-ignore lint/a11y/useMediaCaption: live captions are shown when the room transcribes
  return <audio ref={ref} autoPlay />;
}
