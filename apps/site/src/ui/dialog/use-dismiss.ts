import { type RefObject, useEffect, useRef } from 'react';

type DismissReason = 'escape' | 'left';

/** While `open`: asks to close on Escape, on a press outside `inside`, and when focus leaves it. */
export function useDismiss(
  open: boolean,
  inside: RefObject<HTMLElement | null>,
  onDismiss: (reason: DismissReason) => void,
): void {
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;

  useEffect(() => {
    const box = inside.current;
    if (!open || !box) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss.current('escape');
    };
    const onLeave = (event: Event) => {
      if (event.target instanceof Node && !box.contains(event.target)) dismiss.current('left');
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onLeave);
    document.addEventListener('pointerdown', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onLeave);
      document.removeEventListener('pointerdown', onLeave);
    };
  }, [open, inside]);
}
