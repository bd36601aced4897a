import { Mic, MicOff, Video as VideoIcon, VideoOff } from 'lucide-react';
import { DeviceFields } from '../components/device-fields.tsx';
import { DeviceProblemNotice } from '../components/device-problem.tsx';
import { NameField } from '../components/name-field.tsx';
import { Video } from '../components/video.tsx';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { SunPortrait } from '../tiles/sun-portrait.tsx';
import { Doorway } from './doorway.tsx';

/** The preview before joining: camera, microphone and name. */
export function Prejoin() {
  const { actions } = usePage();
  const strings = useStrings();
  const showName = usePageState((state) => state.showNameField);
  const problem = usePageState((state) => state.problem);
  return (
    <Doorway picture={<Mirror />}>
      <h1 className="title">{strings.readyTitle}</h1>
      <form
        className="prejoin-form"
        onSubmit={(event) => {
          event.preventDefault();
          void actions.join();
        }}
      >
        {showName ? <NameField /> : null}
        <DeviceProblemNotice />
        <DeviceFields />
        <div className="prejoin-join">
          <button type="submit" className="button button-ember">
            {problem?.microphone ? strings.joinListening : strings.join}
          </button>
        </div>
      </form>
    </Doorway>
  );
}

function Mirror() {
  const { actions } = usePage();
  const strings = useStrings();
  const local = usePageState((state) => state.participants.find((one) => one.local));
  const userName = usePageState((state) => state.userName);
  const audioOn = usePageState((state) => state.audioOn);
  const videoOn = usePageState((state) => state.videoOn);
  const speaking = usePageState((state) => state.speakingIds.has('local'));
  const track = local?.tracks.video.persistentTrack ?? local?.tracks.video.track;
  return (
    <div className="mirror" data-speaking={speaking}>
      {videoOn && track !== undefined ? (
        <Video track={track} mirrored />
      ) : (
        <SunPortrait name={userName.trim() || strings.guest} />
      )}
      {videoOn ? null : <p className="mirror-words">{strings.cameraIsOff}</p>}
      <div className="mirror-buttons">
        <button
          type="button"
          className="mirror-button"
          data-off={!audioOn}
          aria-label={audioOn ? strings.mute : strings.unmute}
          onClick={actions.toggleMicrophone}
        >
          {audioOn ? <Mic size={22} aria-hidden="true" /> : <MicOff size={22} aria-hidden="true" />}
        </button>
        <button
          type="button"
          className="mirror-button"
          data-off={!videoOn}
          aria-label={videoOn ? strings.cameraOff : strings.cameraOn}
          onClick={actions.toggleCamera}
        >
          {videoOn ? (
            <VideoIcon size={22} aria-hidden="true" />
          ) : (
            <VideoOff size={22} aria-hidden="true" />
          )}
        </button>
      </div>
    </div>
  );
}
