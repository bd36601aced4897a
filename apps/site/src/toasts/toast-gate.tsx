import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store.ts';
import { useCallFailures } from './use-call-failures.ts';

const ToastView = lazy(() => import('./toast-view.tsx'));

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
