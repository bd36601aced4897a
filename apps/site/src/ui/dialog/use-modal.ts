import { type RefObject, useEffect, useRef } from 'react';
import { returnToOpener } from './opener.ts';

interface ModalOptions {
  readonly open: boolean;
  /** Asked when the visitor presses Escape. The dialog remains open until `open` changes. */
  readonly onEscape: () => void;
}

/** A native modal dialog that follows `open`: focus moves to the marked element or its title, the rest of the page is inert, and focus returns afterwards. */
export function useModal({ open, onEscape }: ModalOptions): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const askToClose = useRef(onEscape);
  askToClose.current = onEscape;

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (!dialog.open) dialog.showModal();
    const first = dialog.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
    const onCancel = (event: Event) => {
      event.preventDefault();
      askToClose.current();
    };
    // A browser may close the dialog on a second Escape without asking.
    const onClose = () => {
      dialog.showModal();
      askToClose.current();
    };
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('close', onClose);
    dialog.addEventListener('keydown', keepTabInside);
    return () => {
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('close', onClose);
      dialog.removeEventListener('keydown', keepTabInside);
      dialog.close();
      returnToOpener();
    };
  }, [open]);

  return ref;
}

const STOPS = 'a[href], button:enabled, input:enabled, select:enabled, [tabindex="0"]';

/** Tab cycles inside; a native modal dialog would let it out into the browser's toolbars. */
function keepTabInside(event: KeyboardEvent): void {
  const dialog = event.currentTarget;
  if (event.key !== 'Tab' || !(dialog instanceof HTMLElement)) return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)];
  const first = stops[0];
  const last = stops.at(-1);
  const here = document.activeElement;
  const atStart = !(here instanceof HTMLElement) || !stops.includes(here) || here === first;
  const goTo = event.shiftKey ? (atStart ? last : null) : here === last ? first : null;
  if (!goTo) return;
  event.preventDefault();
  goTo.focus();
}
