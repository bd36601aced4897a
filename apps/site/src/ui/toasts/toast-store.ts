export interface Failure {
  readonly title: string;
  readonly text: string;
  /** An alternative to offer; the toast then remains until it is closed. */
  readonly way?: FailureWay;
}

interface FailureWay {
  readonly hint: string;
  readonly label: string;
  readonly take: () => void;
}

export interface Toast extends Failure {
  readonly id: number;
}

let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(to: readonly Toast[]): void {
  toasts = to;
  for (const listener of listeners) listener();
}

/** The toasts on the screen, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
  readOnServer: (): readonly Toast[] => none,
};

const none: readonly Toast[] = [];

/** Shows a destructive toast. A repeated text replaces the earlier toast. */
export function showFailure(failure: Failure): void {
  const { title, text } = failure;
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text);
  change([...others, { ...failure, id: next++ }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function dismissFailures(): void {
  if (toasts.length > 0) change(none);
}
