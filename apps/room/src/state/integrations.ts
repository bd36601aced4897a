import type { Participant } from '@kindling/call';
import type { RoomCall } from '../call/room-call.ts';
import type { Integrations, PageState } from '../state/page-state.ts';
import type { Store } from '../state/store.ts';

type Integration = Integrations[string];

export interface IntegrationActions {
  startIntegration(id: string): void;
  stopIntegration(id: string): void;
}

/** The app message by which the pages of one call share integrations. */
interface IntegrationMessage {
  readonly event: 'integration';
  readonly id: string;
  readonly running: boolean;
}

/** Starts and stops integrations locally, and for those they are shared with. */
export function createIntegrations(call: RoomCall, store: Store<PageState>): IntegrationActions {
  const change = (id: string, running: boolean) => {
    const { integrations } = store.get();
    const integration = integrations[id];
    const { local } = call.participants();
    if (integration === undefined || !mayControl(integration, local)) return;
    if (store.get().runningIntegrations.has(id) === running) return;
    setRunning(store, id, running);
    const message: IntegrationMessage = { event: 'integration', id, running };
    for (const to of sharedWith(integration, call)) call.sendAppMessage(message, to);
  };
  return {
    startIntegration: (id) => change(id, true),
    stopIntegration: (id) => change(id, false),
  };
}

/** Follows what other participants start and stop, and informs those who join later. */
export function followIntegrations(call: RoomCall, store: Store<PageState>): () => void {
  const onMessage = ({ data, fromId }: { data: unknown; fromId: string }) => {
    const message = readMessage(data);
    if (message === null) return;
    const integration = store.get().integrations[message.id];
    const sender = call.participants()[fromId];
    // A participant who may not start an integration may not start it for others either.
    if (integration?.shared === undefined || integration.shared === false) return;
    if (sender === undefined || !mayControl(integration, sender)) return;
    setRunning(store, message.id, message.running);
  };
  const onJoined = ({ participant }: { participant: Participant }) => {
    const { integrations, runningIntegrations } = store.get();
    const { local } = call.participants();
    for (const id of runningIntegrations) {
      const integration = integrations[id];
      if (integration === undefined || !mayControl(integration, local)) continue;
      if (!isSharedWith(integration, participant)) continue;
      const message: IntegrationMessage = { event: 'integration', id, running: true };
      call.sendAppMessage(message, participant.session_id);
    }
  };
  call.on('app-message', onMessage);
  call.on('participant-joined', onJoined);
  return () => {
    call.off('app-message', onMessage);
    call.off('participant-joined', onJoined);
  };
}

/** By `controlledBy`: everyone, owners, or the listed session ids. */
export function mayControl({ controlledBy = '*' }: Integration, who: Participant): boolean {
  if (controlledBy === '*') return true;
  if (controlledBy === 'owners') return who.owner;
  return controlledBy.includes(who.session_id);
}

function isSharedWith({ shared = false }: Integration, who: Participant): boolean {
  if (typeof shared === 'boolean') return shared;
  if (shared === 'owners') return who.owner;
  return shared.includes(who.session_id);
}

function sharedWith(integration: Integration, call: RoomCall): readonly string[] {
  if (integration.shared === true) return ['*'];
  const { local: _, ...others } = call.participants();
  return Object.values(others)
    .filter((one) => isSharedWith(integration, one))
    .map((one) => one.session_id);
}

function setRunning(store: Store<PageState>, id: string, running: boolean): void {
  const { runningIntegrations, integrations, sidebar } = store.get();
  const next = new Set(runningIntegrations);
  if (running) next.add(id);
  else next.delete(id);
  const beside = integrations[id]?.location === 'sidebar';
  const view = running && beside ? id : !running && sidebar === id ? null : sidebar;
  store.set({ runningIntegrations: next, sidebar: view });
}

function readMessage(data: unknown): IntegrationMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('event' in data) || data.event !== 'integration') return null;
  if (!('id' in data) || typeof data.id !== 'string') return null;
  if (!('running' in data) || typeof data.running !== 'boolean') return null;
  return { event: 'integration', id: data.id, running: data.running };
}
