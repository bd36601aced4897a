import { X } from 'lucide-react';
import { dismissToast, type Toast } from './toast-store.ts';

/** Toasts without the library that times and swipes them: they remain until they are closed and only say what went wrong. */
export function PlainToasts({ toasts }: { readonly toasts: readonly Toast[] }) {
  return (
    <div role="alert" className="toasts">
      {toasts.map(({ id, title, text }) => (
        <div key={id} className="toast">
          <div>
            <p className="font-display text-lg">{title}</p>
            <p className="mt-1 leading-snug">{text}</p>
          </div>
          <button
            type="button"
            className="toast-close"
            aria-label="Close"
            onClick={() => dismissToast(id)}
          >
            <X size={20} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}
