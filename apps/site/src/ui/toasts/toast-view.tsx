import * as RadixToast from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import { dismissToast, type Toast } from './toast-store.ts';

const VISIBLE = 10_000;

export default function ToastView({ toasts }: { readonly toasts: readonly Toast[] }) {
  return (
    <RadixToast.Provider duration={VISIBLE} label="Notice">
      {toasts.map(({ id, title, text, way }) => (
        <RadixToast.Root
          key={id}
          type="foreground"
          className="toast"
          data-variant="destructive"
          // A toast with an action must not disappear before it is read.
          duration={way ? Number.POSITIVE_INFINITY : VISIBLE}
          onOpenChange={(open) => (open ? undefined : dismissToast(id))}
        >
          <div>
            <RadixToast.Title className="font-display text-lg">{title}</RadixToast.Title>
            <RadixToast.Description className="mt-1 leading-snug">{text}</RadixToast.Description>
            {way ? (
              <>
                <p className="mt-1 leading-snug">{way.hint}</p>
                <RadixToast.Action className="toast-way" altText={way.label} onClick={way.take}>
                  {way.label}
                </RadixToast.Action>
              </>
            ) : null}
          </div>
          <RadixToast.Close className="toast-close" aria-label="Close">
            <X size={20} aria-hidden="true" />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport className="toasts" />
    </RadixToast.Provider>
  );
}
