import { X } from 'lucide-react';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { dismissToast } from '../state/toasts.ts';

/** Toasts. Announced when they appear, without moving focus. */
export function Toasts() {
  const { store } = usePage();
  const toasts = usePageState((state) => state.toasts);
  const strings = useStrings();
  return (
    <div className="toasts" role="status">
      {toasts.map(({ id, text, tone }) => (
        <p key={id} className="toast" data-tone={tone}>
          <span>{text}</span>
          <button
            type="button"
            className="toast-close"
            aria-label={strings.close}
            onClick={() => dismissToast(store, id)}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </p>
      ))}
    </div>
  );
}
