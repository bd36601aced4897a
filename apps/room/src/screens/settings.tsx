import { Activity, MonitorUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { DeviceFields } from '../components/device-fields.tsx';
import { NameField } from '../components/name-field.tsx';
import { Switch } from '../components/switch.tsx';
import { CAN_SHARE_SCREEN } from '../media/can-share-screen.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { mayAdminister } from '../state/people.ts';

/** Devices, effects and the view, in a dialog. */
export function Settings() {
  const { store, actions } = usePage();
  const strings = useStrings();
  const config = usePageState((state) => state.config);
  const sharing = usePageState((state) =>
    state.participants.some((one) => one.local && one.screen),
  );
  const showName = usePageState((state) => state.showNameField);
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const close = () => store.set({ settingsOpen: false });
  const then = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <dialog ref={ref} className="settings" aria-labelledby="settings-title" onClose={close}>
      <header className="sidebar-head">
        <h2 id="settings-title">{strings.settings}</h2>
        <button type="button" className="round-button" aria-label={strings.close} onClick={close}>
          <X size={20} aria-hidden="true" />
        </button>
      </header>
      <div className="settings-body">
        {showName ? <NameField /> : null}
        <DeviceFields />
        <Effects />
        <View />
        <HostServices />
        <div className="settings-actions">
          {config.enable_screenshare === false || !CAN_SHARE_SCREEN ? null : (
            <button
              type="button"
              className="button button-line"
              onClick={then(actions.toggleScreen)}
            >
              <MonitorUp size={19} aria-hidden="true" />
              {sharing ? strings.stopShare : strings.share}
            </button>
          )}
          {config.enable_network_ui === false ? null : (
            <button
              type="button"
              className="button button-line"
              onClick={then(() => actions.showSidebar('network'))}
            >
              <Activity size={19} aria-hidden="true" />
              {strings.network}
            </button>
          )}
        </div>
      </div>
    </dialog>
  );
}

function Effects() {
  const { actions } = usePage();
  const strings = useStrings();
  const config = usePageState((state) => state.config);
  const noise = usePageState((state) => state.noiseCancelled);
  const blur = usePageState((state) => state.backgroundBlurred);
  return (
    <>
      {config.enable_noise_cancellation_ui === false ? null : (
        <Switch
          label={strings.noise}
          checked={noise}
          onChange={(on) => void actions.setNoiseCancelled(on)}
        />
      )}
      {config.enable_video_processing_ui === false ? null : (
        <Switch
          label={strings.blur}
          checked={blur}
          onChange={(on) => void actions.setBackgroundBlurred(on)}
        />
      )}
    </>
  );
}

function View() {
  const { store } = usePage();
  const strings = useStrings();
  const follow = usePageState((state) => state.activeSpeakerMode);
  const self = usePageState((state) => state.showLocalVideo);
  const captions = usePageState((state) => state.captionsShown);
  const shortcuts = usePageState((state) => state.shortcutsOn);
  return (
    <>
      <Switch
        label={strings.followSpeaker}
        checked={follow}
        onChange={(activeSpeakerMode) => store.set({ activeSpeakerMode })}
      />
      <Switch
        label={strings.showSelf}
        checked={self}
        onChange={(showLocalVideo) => store.set({ showLocalVideo })}
      />
      <Switch
        label={strings.captions}
        checked={captions}
        onChange={(captionsShown) => store.set({ captionsShown })}
      />
      <Switch
        label={strings.shortcuts}
        checked={shortcuts}
        onChange={(shortcutsOn) => store.set({ shortcutsOn })}
      />
    </>
  );
}

/** Recording and transcription, for hosts, where the room supports them. */
function HostServices() {
  const { call } = usePage();
  const strings = useStrings();
  const { enable_recording: type, enable_transcription } = usePageState((state) => state.config);
  const local = usePageState((state) => state.participants.find((one) => one.local));
  const recording = usePageState((state) => state.recording);
  const transcribing = usePageState((state) => state.transcribing);
  if (local === undefined || !mayAdminister(local)) return null;
  return (
    <>
      {type === undefined ? null : (
        <Switch
          label={strings.recording}
          checked={recording}
          onChange={(on) => void (on ? call.startRecording({ type }) : call.stopRecording())}
        />
      )}
      {enable_transcription === true ? (
        <Switch
          label={strings.transcribing}
          checked={transcribing}
          onChange={(on) => void (on ? call.startTranscription() : call.stopTranscription())}
        />
      ) : null}
    </>
  );
}
