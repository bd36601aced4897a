import { afterEach, describe, expect, it } from 'vitest';
import { dismissToast, showFailure, toastStore } from './toast-store.ts';

afterEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id);
});

describe('toasts', () => {
  it('tells listeners and keeps the order', () => {
    let notified = 0;
    const stop = toastStore.subscribe(() => {
      notified += 1;
    });
    showFailure({ title: 'Call Failed', text: 'one' });
    showFailure({ title: 'Connection Failed', text: 'two' });
    stop();
    showFailure({ title: 'Call Failed', text: 'three' });
    expect(notified).toBe(2);
    expect(toastStore.read().map((toast) => toast.text)).toEqual(['one', 'two', 'three']);
  });

  it('shows the same words once, as a new toast', () => {
    showFailure({ title: 'Call Failed', text: 'same' });
    const first = toastStore.read()[0]?.id;
    showFailure({ title: 'Call Failed', text: 'same' });
    expect(toastStore.read()).toHaveLength(1);
    expect(toastStore.read()[0]?.id).not.toBe(first);
  });
});
