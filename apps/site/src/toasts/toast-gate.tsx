import { lazy, Suspense, useSyncExternalStore } from 'react';
import { PlainToasts } from './plain-toasts.tsx';
import { toastStore } from './toast-store.ts';
import { useCallFailures } from './use-call-failures.ts';

/** What tells of a lost connection must not need one: plain toasts are there already. */
const ToastView = lazy(() => import('./toast-view.tsx').catch(() => ({ default: PlainToasts })));

/** Brings the toasts' code with the first toast. */
export function ToastGate() {
  useCallFailures();
  const toasts = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.read,
    toastStore.readOnServer,
  );
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
}
