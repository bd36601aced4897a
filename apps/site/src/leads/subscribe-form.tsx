import { type FormEvent, useEffect, useId, useState } from 'react';
import { subscribe } from './subscribe.ts';

const THANKS_VISIBLE = 20_000;
type Stage = 'idle' | 'submitting' | 'thanks';

/** The footer's box for one email address. A failure is logged and not shown; the field is cleared either way. */
export function SubscribeForm() {
  const [stage, setStage] = useState<Stage>('idle');
  const [email, setEmail] = useState('');
  const inputId = useId();

  useEffect(() => {
    if (stage !== 'thanks') return;
    const timer = setTimeout(() => setStage('idle'), THANKS_VISIBLE);
    return () => clearTimeout(timer);
  }, [stage]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setStage('submitting');
    const stored = await subscribe(email).then(
      () => true,
      (error: unknown) => {
        console.error('Subscription failed', error);
        return false;
      },
    );
    setEmail('');
    setStage(stored ? 'thanks' : 'idle');
  }

  return (
    <section aria-label="Get in touch">
      <h2 className="h-medium">Get in touch</h2>
      <div className="min-h-[4.5rem] pt-5">
        <p role="status" className="lede max-w-lg">
          {stage === 'thanks'
            ? 'Thank you. Our team has received your email and will contact you shortly.'
            : null}
        </p>
        {stage === 'thanks' ? null : (
          <form onSubmit={submit} className="flex max-w-xl flex-wrap gap-3">
            <label htmlFor={inputId} className="sr-only">
              Email
            </label>
            <input
              id={inputId}
              type="email"
              name="email"
              required
              autoComplete="email"
              placeholder="Enter your mail"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              className="min-h-13 min-w-0 flex-1 basis-56 rounded-xl border-2 border-ash bg-transparent px-4 text-on-soot placeholder:text-ash"
            />
            <button type="submit" disabled={stage === 'submitting'} className="button button-ember">
              Submit
            </button>
          </form>
        )}
      </div>
    </section>
  );
}
