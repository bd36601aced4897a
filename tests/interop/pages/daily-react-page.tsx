import {
  DailyAudio,
  DailyProvider,
  DailyVideo,
  useActiveSpeakerId,
  useAppMessage,
  useAudioTrack,
  useCallFrame,
  useCallObject,
  useCPULoad,
  useDaily,
  useDailyError,
  useDailyEvent,
  useDevices,
  useInputSettings,
  useLocalSessionId,
  useMeetingState,
  useNetwork,
  useParticipantCounts,
  useParticipantIds,
  useParticipantProperty,
  usePermissions,
  useRecording,
  useScreenShare,
  useTranscription,
  useVideoTrack,
} from '@daily-co/daily-react';
import { type MutableRefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(location.search);
const url = query.get('room') ?? '';
const userName = query.get('name') ?? '';

/** What a page shows of a participant. */
function Tile({ id }: { readonly id: string }) {
  const name = useParticipantProperty(id, 'user_name');
  const video = useVideoTrack(id);
  const audio = useAudioTrack(id);
  return (
    <figure data-tile={name} data-video={video.state} data-audio={audio.state}>
      <DailyVideo automirror sessionId={id} type="video" />
    </figure>
  );
}

/** Hooks as an app for video calls uses them; what they say is read from outside. */
function Room() {
  const daily = useDaily();
  const ids = useParticipantIds();
  const [heard, setHeard] = useState<unknown[]>([]);
  const [events, setEvents] = useState<string[]>([]);
  const note = useCallback((event: { action: string }) => {
    setEvents((before) => [...before, event.action]);
  }, []);
  useDailyEvent('joined-meeting', note);
  useDailyEvent('participant-joined', note);
  useDailyEvent('left-meeting', note);
  const send = useAppMessage({
    onAppMessage: useCallback(({ data }: { data: unknown }) => {
      setHeard((before) => [...before, data]);
    }, []),
  });
  const { cameras, microphones, camState, micState } = useDevices();
  const { networkState, topology } = useNetwork();
  const { isSharingScreen } = useScreenShare();
  const { isRecording } = useRecording();
  const { isTranscribing, transcriptions } = useTranscription();
  const { inputSettings, errorMsg } = useInputSettings();
  const { meetingError } = useDailyError();
  const cpuLoad = useCPULoad();
  const seen = {
    ...{ ids, heard, events, camState, micState, networkState, topology, isSharingScreen },
    ...{ isRecording, isTranscribing, transcriptions, inputSettings, errorMsg, cpuLoad },
    local: useLocalSessionId(),
    state: useMeetingState(),
    counts: useParticipantCounts(),
    speaker: useActiveSpeakerId(),
    mayAdminister: usePermissions().canAdminParticipants,
    cameras: cameras.length,
    microphones: microphones.length,
    failure: meetingError?.errorMsg ?? null,
  };
  useEffect(() => {
    Object.assign(window, { seen, send, daily });
  });
  return (
    <main>
      {ids.map((id) => (
        <Tile key={id} id={id} />
      ))}
      <DailyAudio />
    </main>
  );
}

function ObjectApp() {
  const callObject = useCallObject({ options: { url, userName } });
  useEffect(() => {
    void callObject?.join();
  }, [callObject]);
  return (
    <DailyProvider callObject={callObject}>
      <Room />
    </DailyProvider>
  );
}

/** The provider makes the call itself. */
function ProviderApp() {
  return (
    <DailyProvider url={url} userName={userName}>
      <Join />
      <Room />
    </DailyProvider>
  );
}

function Join() {
  const daily = useDaily();
  useEffect(() => {
    void daily?.join();
  }, [daily]);
  return null;
}

function FrameApp() {
  const parentElRef = useRef<HTMLDivElement>(null);
  const frame = useCallFrame({
    // Typed for React 18, where a ref may be written.
    parentElRef: parentElRef as MutableRefObject<HTMLDivElement>,
    options: { url, userName, iframeStyle: { width: '800px', height: '600px' } },
  });
  useEffect(() => {
    void frame?.join();
  }, [frame]);
  return (
    <>
      <div ref={parentElRef} />
      <DailyProvider callObject={frame}>
        <Room />
      </DailyProvider>
    </>
  );
}

const APPS = { object: ObjectApp, provider: ProviderApp, frame: FrameApp };
const App = APPS[(query.get('app') ?? 'object') as keyof typeof APPS];
const root = createRoot(document.body.appendChild(document.createElement('div')));
root.render(<App />);
Object.assign(window, { unmount: () => root.unmount() });
