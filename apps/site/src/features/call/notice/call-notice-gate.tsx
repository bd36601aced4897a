import { useSyncExternalStore } from 'react';
import { closeNotice, noticeStore } from './notice-store.ts';

/** Puts the notice before the call on every route, once its code is there. */
export function CallNoticeGate() {
  const open = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.read);
  return open ? <open.Notice terms={open.terms} onClose={closeNotice} /> : null;
}
