import { brand } from '@kindling/protocol/brand';
import { Circle, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { RemoteAudio } from '../components/remote-audio.tsx';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { useOpenSidebar } from '../sidebar/use-open-sidebar.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { Stage } from '../tiles/stage.tsx';
import { Tray } from '../tray/tray.tsx';
import { Settings } from './settings.tsx';

/** The call screen: participants, sidebar and tray. */
export function InCall() {
  const sidebar = useOpenSidebar();
  const settingsOpen = usePageState((state) => state.settingsOpen);
  const heading = useRef<HTMLHeadingElement>(null);
  // The element that had focus is gone; focus moves here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="call" data-sidebar={sidebar !== null}>
      <main className="call-main">
        <h1 className="sr-only" ref={heading} tabIndex={-1}>
          {brand.name}
        </h1>
        <Marks />
        <Stage />
        <Captions />
        <HeldBack />
      </main>
      <Sidebar />
      <Tray />
      <RemoteAudio />
      {settingsOpen ? <Settings /> : null}
    </div>
  );
}

/** The state of the whole call: recording, transcribing, reconnecting. */
function Marks() {
  const strings = useStrings();
  const recording = usePageState((state) => state.recording);
  const transcribing = usePageState((state) => state.transcribing);
  const interrupted = usePageState((state) => state.interrupted);
  return (
    <div className="marks" role="status">
      {recording ? (
        <p className="mark-chip" data-tone="recording">
          <Circle size={12} fill="currentColor" aria-hidden="true" />
          {strings.recording}
        </p>
      ) : null}
      {transcribing ? <p className="mark-chip">{strings.transcribing}</p> : null}
      {interrupted ? (
        <p className="mark-chip" data-tone="alarm">
          {strings.reconnecting}
        </p>
      ) : null}
    </div>
  );
}

function Captions() {
  const lines = usePageState((state) => state.captions);
  const shown = usePageState((state) => state.captionsShown);
  if (!shown || lines.length === 0) return null;
  return (
    <div className="captions">
      {lines.map(({ id, name, text }) => (
        <p key={id}>
          <strong>{name}</strong> {text}
        </p>
      ))}
    </div>
  );
}

/** Browsers block audio until the first user gesture. */
function HeldBack() {
  const { store } = usePage();
  const strings = useStrings();
  const heldBack = usePageState((state) => state.audioHeldBack);
  return (
    <div role="alert">
      {heldBack ? (
        <div className="held-back">
          <p>{strings.soundHeld}</p>
          <button
            type="button"
            className="button button-ember"
            onClick={() => store.set({ audioHeldBack: false })}
          >
            <Volume2 size={20} aria-hidden="true" />
            {strings.soundOn}
          </button>
        </div>
      ) : null}
    </div>
  );
}
