import { useEffect } from 'react';
import { usePage } from '../state/page-context.ts';

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog *';

/** Toggles microphone (M) and camera (C), unless the user is typing or has switched shortcuts off. */
export function useShortcuts(): void {
  const { actions, store } = usePage();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (repeat || ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (!store.get().shortcutsOn || (target instanceof Element && target.matches(TYPING))) return;
      if (key.toLowerCase() === 'm') actions.toggleMicrophone();
      if (key.toLowerCase() === 'c') actions.toggleCamera();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [actions, store]);
}
