import { useSyncExternalStore } from 'react';
import { closeNotice, noticeStore } from './notice-store.ts';

/** Shows the notice on every route, once its code is loaded. */
export function CallNoticeGate() {
  const open = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.read);
  return open ? <open.Notice terms={open.terms} onClose={closeNotice} /> : null;
}
