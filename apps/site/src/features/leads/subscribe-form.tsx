import { brand } from '@kindling/protocol/brand';
import { THANK_YOU_VISIBLE } from '@kindling/protocol/constants';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { loadSiteConfig } from '../../config/site-config.ts';
import { subscribe } from './subscribe.ts';

type Stage = 'idle' | 'submitting' | 'thanks';

const THANKS = 'Thank you. Our team has received your email and will contact you shortly.';

/** The footer's box for one email address. A failure is logged and not shown; the field is cleared either way. */
export function SubscribeForm() {
  const [stage, setStage] = useState<Stage>('idle');
  const box = useRef<HTMLElement>(null);
  const thanked = stage === 'thanks';

  useEffect(() => {
    if (!thanked) return;
    const timer = setTimeout(() => setStage('idle'), THANK_YOU_VISIBLE);
    return () => clearTimeout(timer);
  }, [thanked]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (stage !== 'idle') return;
    const hadKeyboard = form.contains(document.activeElement);
    setStage('submitting');
    const stored = await store(new FormData(form));
    form.reset();
    // Focus would be lost with the form: the box around it takes it.
    if (stored && hadKeyboard) box.current?.focus({ preventScroll: true });
    setStage(stored ? 'thanks' : 'idle');
  }

  return (
    <section ref={box} aria-labelledby="get-in-touch" tabIndex={-1} className="lead-box">
      <h2 id="get-in-touch" className="h-medium">
        Get in touch
      </h2>
      <div className="lead-stack" data-reserve={THANKS}>
        <p role="status" className="lede">
          {thanked ? THANKS : null}
        </p>
        <LeadForm isSubmitting={stage === 'submitting'} isHidden={thanked} onSubmit={submit} />
      </div>
      <noscript>
        <p className="mt-3 text-ash">
          This box needs JavaScript. Please write to{' '}
          <a className="link" href={`mailto:${brand.email}`}>
            {brand.email}
          </a>
          .
        </p>
      </noscript>
    </section>
  );
}

/** True when the address is stored. */
async function store(fields: FormData): Promise<boolean> {
  try {
    const { leads } = await loadSiteConfig();
    await subscribe(
      { email: text(fields, 'email').trim(), website: text(fields, 'website') },
      { leads, origin: window.location.origin },
    );
    return true;
  } catch (error) {
    console.error('Subscription failed', error);
    return false;
  }
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

interface LeadFormProps {
  readonly isSubmitting: boolean;
  readonly isHidden: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The method `dialog` sends nothing anywhere: if submitted before hydration, no address ends up in a URL.
 * The click itself is recorded and replayed.
 */
function LeadForm({ isSubmitting, isHidden, onSubmit }: LeadFormProps) {
  const emailId = useId();
  return (
    <form
      method="dialog"
      onSubmit={onSubmit}
      inert={isHidden}
      className={`flex flex-wrap gap-3 ${isHidden ? 'invisible' : ''}`}
    >
      <label htmlFor={emailId} className="sr-only">
        Email
      </label>
      <input
        id={emailId}
        type="email"
        name="email"
        required
        maxLength={254}
        autoComplete="email"
        placeholder="Enter your mail"
        className="lead-input"
      />
      <div className="trap" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button
        type="submit"
        data-replay
        disabled={isSubmitting}
        aria-busy={isSubmitting || undefined}
        className="button button-ember"
      >
        Submit
      </button>
    </form>
  );
}
