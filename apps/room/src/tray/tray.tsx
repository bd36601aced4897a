import {
  Maximize,
  MessageCircle,
  Mic,
  MicOff,
  Minimize,
  MonitorUp,
  MonitorX,
  PhoneOff,
  Settings2,
  Users,
  Video,
  VideoOff,
} from 'lucide-react';
import { fill } from '../lang/fill.ts';
import { CAN_SHARE_SCREEN } from '../media/can-share-screen.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { CustomButtons } from './custom-buttons.tsx';
import { TrayButton } from './tray-button.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const ICON = { size: 22, 'aria-hidden': true } as const;

/** The tray: the actions of a call in one row. */
export function Tray() {
  const { actions, store } = usePage();
  const strings = useStrings();
  const audioOn = usePageState((state) => state.audioOn);
  const videoOn = usePageState((state) => state.videoOn);
  const config = usePageState((state) => state.config);
  const sharing = usePageState((state) =>
    state.participants.some((one) => one.local && one.screen),
  );
  const showLeave = usePageState((state) => state.showLeaveButton);
  const showFullscreen = usePageState((state) => state.showFullscreenButton);
  const fullscreen = usePageState((state) => state.fullscreen);
  const shortcuts = usePageState((state) => state.shortcutsOn);
  useShortcuts();
  return (
    <footer className="tray">
      <TrayButton
        label={audioOn ? strings.mute : strings.unmute}
        otherLabel={audioOn ? strings.unmute : strings.mute}
        icon={audioOn ? <Mic {...ICON} /> : <MicOff {...ICON} />}
        tone={audioOn ? 'plain' : 'off'}
        {...(shortcuts ? { shortcut: 'm' } : {})}
        onPress={actions.toggleMicrophone}
      />
      <TrayButton
        label={videoOn ? strings.cameraOff : strings.cameraOn}
        otherLabel={videoOn ? strings.cameraOn : strings.cameraOff}
        icon={videoOn ? <Video {...ICON} /> : <VideoOff {...ICON} />}
        tone={videoOn ? 'plain' : 'off'}
        {...(shortcuts ? { shortcut: 'c' } : {})}
        onPress={actions.toggleCamera}
      />
      {CAN_SHARE_SCREEN && config.enable_screenshare !== false ? (
        <TrayButton
          wideOnly
          label={sharing ? strings.stopShare : strings.share}
          otherLabel={sharing ? strings.share : strings.stopShare}
          icon={sharing ? <MonitorX {...ICON} /> : <MonitorUp {...ICON} />}
          tone={sharing ? 'open' : 'plain'}
          onPress={actions.toggleScreen}
        />
      ) : null}
      {config.enable_people_ui === false ? null : <PeopleButton />}
      {config.enable_chat === false ? null : <ChatButton />}
      <CustomButtons />
      {showFullscreen && document.fullscreenEnabled ? (
        <TrayButton
          wideOnly
          label={fullscreen ? strings.exitFullscreen : strings.fullscreen}
          otherLabel={fullscreen ? strings.fullscreen : strings.exitFullscreen}
          icon={fullscreen ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
          onPress={actions.toggleFullscreen}
        />
      ) : null}
      <TrayButton
        label={strings.settings}
        icon={<Settings2 {...ICON} />}
        onPress={() => store.set({ settingsOpen: true })}
      />
      {showLeave ? (
        <TrayButton
          label={strings.leave}
          icon={<PhoneOff {...ICON} />}
          tone="leave"
          onPress={() => void actions.leave()}
        />
      ) : null}
    </footer>
  );
}

function PeopleButton() {
  const { actions } = usePage();
  const strings = useStrings();
  const open = usePageState((state) => state.sidebar === 'people');
  const waiting = usePageState((state) => state.waiting.length);
  return (
    <TrayButton
      label={strings.people}
      icon={<Users {...ICON} />}
      expanded={open}
      tone={open ? 'open' : 'plain'}
      badge={waiting}
      badgeLabel={strings.waitingToJoin}
      onPress={() => actions.showSidebar(open ? null : 'people')}
    />
  );
}

function ChatButton() {
  const { actions } = usePage();
  const strings = useStrings();
  const open = usePageState((state) => state.sidebar === 'chat');
  const unread = usePageState((state) => state.unread);
  const news = fill(strings.newMessages, { count: unread });
  return (
    <>
      <TrayButton
        label={strings.chat}
        icon={<MessageCircle {...ICON} />}
        expanded={open}
        tone={open ? 'open' : 'plain'}
        badge={unread}
        badgeLabel={news}
        onPress={() => actions.showSidebar(open ? null : 'chat')}
      />
      <p className="sr-only" role="status">
        {unread > 0 ? news : ''}
      </p>
    </>
  );
}
