import { type FormEvent, useRef, useState } from 'react';
import { servicesOfInterest } from '../../../config/services.ts';
import {
  type Draft,
  type DraftErrors,
  type DraftField,
  draftErrors,
  fieldLabels,
} from './draft.ts';
import { ErrorSummary } from './error-summary.tsx';
import { describedBy, FormField } from './form-field.tsx';
import { Trap } from './honeypot.tsx';

interface BookingFormProps {
  readonly draft: Draft;
  /** Field errors from the server. */
  readonly refused: DraftErrors;
  readonly submitting: boolean;
  readonly buttonText: string;
  onChange(draft: Draft): void;
  onSubmit(): void;
}

/** The details form. Errors appear when a field is left or the form is sent, never while typing. */
export function BookingForm(props: BookingFormProps) {
  const { draft, refused, submitting, onChange, onSubmit } = props;
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set());
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = draftErrors(draft);
  const errorOf = (field: DraftField) =>
    (left.has(field) || sent ? wrong[field] : undefined) ?? refused[field];

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const first = Object.keys(fieldLabels).find((field) => field in wrong);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!submitting) onSubmit();
  }

  const bind = (field: DraftField) => ({
    ...describedBy(`booking-${field}`, errorOf(field)),
    name: field,
    value: draft[field],
    onBlur: () => draft[field] !== '' && setLeft((before) => new Set(before).add(field)),
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...draft, [field]: event.target.value }),
  });
  const frame = (field: keyof typeof fieldLabels) => ({
    id: `booking-${field}`,
    label: fieldLabels[field],
    error: errorOf(field),
  });

  return (
    <form ref={form} className="booking-form" noValidate onSubmit={submit} aria-busy={submitting}>
      <ErrorSummary errors={sent ? { ...refused, ...wrong } : refused} />
      <div className="field-pair">
        <FormField {...frame('name')}>
          <input {...bind('name')} className="input" autoComplete="name" required maxLength={200} />
        </FormField>
        <FormField {...frame('email')}>
          <input
            {...bind('email')}
            className="input"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
        </FormField>
        <FormField {...frame('institution')} optional>
          <input
            {...bind('institution')}
            className="input"
            autoComplete="organization"
            maxLength={200}
          />
        </FormField>
        <FormField {...frame('serviceOfInterest')} optional>
          <select {...bind('serviceOfInterest')} className="input">
            <option value="">Not sure yet</option>
            {servicesWith(draft.serviceOfInterest).map((service) => (
              <option key={service}>{service}</option>
            ))}
          </select>
        </FormField>
      </div>
      <FormField {...frame('note')} optional>
        <textarea {...bind('note')} className="input" rows={3} maxLength={2_000} />
      </FormField>
      <Trap value={draft.website} onChange={(website) => onChange({ ...draft, website })} />
      <button
        type="submit"
        className="button button-ember"
        aria-disabled={submitting}
        aria-busy={submitting}
      >
        {submitting ? <span className="spinner" aria-hidden="true" /> : null}
        {props.buttonText}
      </button>
    </form>
  );
}

/** A link may ask for a service that is not in our list: it remains selectable. */
function servicesWith(asked: string): readonly string[] {
  const ours: readonly string[] = servicesOfInterest;
  return asked === '' || ours.includes(asked) ? ours : [asked, ...ours];
}
