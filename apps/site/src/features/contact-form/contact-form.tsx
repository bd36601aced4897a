import { brand } from '@kindling/protocol/brand';
import { useEffect, useId, useRef } from 'react';
import { servicesOfInterest } from '../../config/services.ts';
import { Field } from './field.tsx';
import { type ContactDraft, type SendFailure, useContactForm } from './use-contact-form.ts';

export interface ContactFormProps {
  /** Preselected by the button that led here. */
  readonly service: string | null;
  readonly draft: ContactDraft;
}

/** The seven questions of the contact form; it stores the request on this server. */
export default function ContactForm({ service, draft }: ContactFormProps) {
  const { form, submit, sent, failure } = useContactForm(service, draft);
  const id = useId();
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  if (sent) return <Sent name={sent.fullName} email={sent.email} />;

  const text = (
    name: 'fullName' | 'email' | 'phoneNumber' | 'institution' | 'numberOfStudents',
    label: string,
    input: { type?: string; autoComplete?: string; inputMode?: 'numeric'; maxLength: number },
    isWide = false,
  ) => (
    <Field id={`${id}${name}`} label={label} error={errors[name]?.message} isWide={isWide}>
      {(aria) => <input {...input} {...aria} {...register(name)} required className="input" />}
    </Field>
  );

  return (
    <form onSubmit={submit} noValidate className="contact-form">
      {text('fullName', 'Full name', { autoComplete: 'name', maxLength: 200 }, true)}
      {text('email', 'Email', { type: 'email', autoComplete: 'email', maxLength: 254 })}
      {text('phoneNumber', 'Phone number', { type: 'tel', autoComplete: 'tel', maxLength: 40 })}
      {text('institution', 'School or institution', {
        autoComplete: 'organization',
        maxLength: 200,
      })}
      {text('numberOfStudents', 'Number of students', { inputMode: 'numeric', maxLength: 40 })}
      <Field
        id={`${id}service`}
        label="Service of interest"
        error={errors.serviceOfInterest?.message}
        isWide
      >
        {(aria) => (
          <select {...aria} {...register('serviceOfInterest')} required className="input">
            <option value="">Choose a service</option>
            {servicesOfInterest.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        id={`${id}problem`}
        label="What would you like to change?"
        error={errors.problemDescription?.message}
        isWide
      >
        {(aria) => (
          <textarea
            rows={4}
            maxLength={4_000}
            {...aria}
            {...register('problemDescription')}
            required
            className="input"
          />
        )}
      </Field>
      <div className="trap" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="grid gap-4 sm:col-span-2">
        <p role="alert" className={failure ? 'form-failure' : 'sr-only'}>
          <FailureText failure={failure} />
        </p>
        <button
          type="submit"
          disabled={isSubmitting}
          aria-busy={isSubmitting}
          className="button button-ember"
        >
          {isSubmitting ? 'Sending…' : 'Send request'}
        </button>
      </div>
    </form>
  );
}

function FailureText({ failure }: { readonly failure: SendFailure }) {
  if (failure === null) return null;
  if (failure === 'busy') {
    return 'Too many requests came from your network. Everything you wrote is still here: please send it again in a minute.';
  }
  return (
    <>
      Your request was not sent. Everything you wrote is still here: please send it again, or call{' '}
      <a className="link whitespace-nowrap" href={brand.phoneHref}>
        {brand.phone}
      </a>
      .
    </>
  );
}

function Sent({ name, email }: { readonly name: string; readonly email: string }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    message.current?.focus();
  }, []);
  return (
    <p ref={message} role="status" tabIndex={-1} className="contact-sent">
      Thank you, {name}. Your request is stored, and we will write to {email} with times for your
      call.
    </p>
  );
}
