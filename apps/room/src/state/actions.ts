import type { RoomCall } from '../call/room-call.ts';
import { addChatMessage, CHAT_MAX_CHARACTERS, createChatMessage } from './chat.ts';
import { createDeviceActions, type DeviceActions } from './device-actions.ts';
import { createIntegrations, type IntegrationActions } from './integrations.ts';
import type { PageState, SidebarView } from './page-state.ts';
import { fakePerson } from './people.ts';
import { createSession, type SessionActions, type SessionOptions } from './session.ts';
import type { Store } from './store.ts';
import { showToast } from './toasts.ts';

export interface RoomActions extends DeviceActions, SessionActions, IntegrationActions {
  toggleScreen(): void;
  sendChat(text: string): void;
  mute(id: string): void;
  remove(id: string): void;
  decide(id: string, granted: boolean): void;
  showSidebar(view: SidebarView): void;
  toggleFullscreen(): void;
  pressTrayButton(id: string): void;
  /** A fake participant, for trying a layout. */
  addFakePerson(): void;
}

export interface ActionOptions extends SessionOptions {
  /** A custom button was pressed. */
  onTrayButton(id: string): void;
}

/** The actions of the page's users. */
export function createActions(
  call: RoomCall,
  store: Store<PageState>,
  options: ActionOptions,
): RoomActions {
  const failed = () => showToast(store, store.get().strings.requestFailed, 'alarm');
  return {
    ...createSession(call, store, options),
    ...createDeviceActions(call, store),
    ...createIntegrations(call, store),
    toggleScreen() {
      if (call.participants().local.screen) call.stopScreenShare();
      else call.startScreenShare();
    },
    sendChat(text) {
      const message = text.trim().slice(0, CHAT_MAX_CHARACTERS);
      if (message === '') return;
      const { userName } = store.get();
      const now = new Date();
      call.sendAppMessage(createChatMessage(message, userName, now));
      addChatMessage(store, { from: userName, mine: true, text: message, at: now });
    },
    mute: (id) => void call.updateParticipant(id, { setAudio: false }),
    remove: (id) => void call.updateParticipant(id, { eject: true }),
    decide(id, grantRequestedAccess) {
      call.updateWaitingParticipant(id, { grantRequestedAccess }).catch(failed);
    },
    showSidebar(view) {
      store.set({ sidebar: view, ...(view === 'chat' ? { unread: 0 } : {}) });
    },
    toggleFullscreen() {
      const done = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen();
      done.catch(failed);
    },
    pressTrayButton: options.onTrayButton,
    addFakePerson() {
      const { fakePeople, strings } = store.get();
      const person = fakePerson(call.participants().local, strings.guest, fakePeople.length + 1);
      store.set({ fakePeople: [...fakePeople, person] });
    },
  };
}
