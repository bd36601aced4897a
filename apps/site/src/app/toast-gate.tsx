import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useCallFailures } from '../features/call/use-call-failures.ts';
import { PlainToasts } from '../ui/toasts/plain-toasts.tsx';
import { toastStore } from '../ui/toasts/toast-store.ts';

/** A toast about a lost connection must not need one: plain toasts are part of this bundle. */
const ToastView = lazy(() =>
  import('../ui/toasts/toast-view.tsx').catch(() => ({ default: PlainToasts })),
);

/** Loads the toasts' code with the first toast. */
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
