import { CallError, type CallOptions, type Participants } from '@kindling/call';
import { GatedCall } from '../call/gated-call.ts';
import { followParent } from '../frame/follow-parent.ts';
import { createPage } from '../state/create-page.ts';
import type { Page } from '../state/page-context.ts';
import { rememberedName } from '../state/session.ts';

/** How long to wait for the embedding page's `hello`, ms: it is sent at once or never. */
const HELLO_TIMEOUT_MS = 1_500;

/** Opens the page: standalone, or controlled by the embedding page. */
export function openPage(): Page {
  const call = new GatedCall();
  const given = readAddress();
  let asked: CallOptions = {};
  const created = createPage({
    call,
    joinOptions: () => ({ ...asked, ...given, ...(asked.token ? { token: asked.token } : {}) }),
    onTrayButton: (id) => host.tell('custom-button-click', { button_id: id }),
    state: { userName: rememberedName(), embedded: window.parent !== window },
  });
  const { page } = created;
  const { store, actions } = page;
  call.gate = (options) => {
    asked = options;
    if (options.userName !== undefined) store.set({ userName: options.userName });
    const inside = untilInside(call);
    call.onLeave = () => {
      if (store.get().stage.name !== 'prejoin') return;
      store.set({ stage: { name: 'left', ended: false } });
      inside.giveUp();
    };
    void actions.start();
    return inside.promise;
  };
  const host = followParent(call, created);
  const alone = () => {
    if (!host.connected && store.get().stage.name === 'starting') void actions.start();
  };
  if (window.parent === window) alone();
  else setTimeout(alone, HELLO_TIMEOUT_MS);
  return page;
}

/** The room is where the page is; `t` is a meeting token. */
function readAddress(): CallOptions {
  const token = new URLSearchParams(location.search).get('t');
  const url = location.origin + location.pathname.replace(/\/$/, '');
  return token === null ? { url } : { url, token };
}

function untilInside(call: GatedCall) {
  const { promise, resolve, reject } = Promise.withResolvers<Participants>();
  const stop = () => {
    call.off('joined-meeting', onJoined);
    call.off('error', onError);
  };
  const onJoined = ({ participants }: { participants: Participants }) => {
    stop();
    resolve(participants);
  };
  const onError = ({ error }: { error: { type: CallError['code']; msg: string } }) => {
    stop();
    reject(new CallError(error.type, error.msg));
  };
  call.on('joined-meeting', onJoined);
  call.on('error', onError);
  const giveUp = () => {
    stop();
    reject(new CallError('left-while-joining', 'The call was left before it was joined.'));
  };
  return { promise, giveUp };
}
