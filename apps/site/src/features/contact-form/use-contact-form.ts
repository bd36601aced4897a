import { zodResolver } from '@hookform/resolvers/zod';
import { type ContactForm, contactFormSchema } from '@kindling/protocol/contact-form';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ContactAnswer, sendContactRequest } from './send-contact-request.ts';

/** The unsent contents of the form, kept outside it. */
export interface ContactDraft {
  current: ContactForm | null;
}

/** Why sending failed; null while it has not. */
export type SendFailure = Extract<ContactAnswer['outcome'], 'busy' | 'failed'> | null;

/** State of the contact form. Nothing typed is lost unless it was stored. */
export function useContactForm(service: string | null, draft: ContactDraft) {
  const form = useForm<ContactForm>({
    resolver: zodResolver(contactFormSchema),
    defaultValues: draft.current ?? { ...empty, serviceOfInterest: service ?? '' },
  });
  const [sent, setSent] = useState<ContactForm | null>(null);
  const [failure, setFailure] = useState<SendFailure>(null);

  const { getValues } = form;
  useEffect(() => {
    return () => {
      draft.current = getValues();
    };
  }, [getValues, draft]);

  const submit = form.handleSubmit(async (values, event) => {
    setFailure(null);
    const answer = await sendContactRequest({ ...values, website: websiteOf(event?.target) });
    if (answer.outcome === 'stored') {
      form.reset({ ...empty });
      setSent(values);
    } else if (answer.outcome === 'refused') {
      for (const { path, message } of answer.fields) {
        if (isField(path)) form.setError(path, { message }, { shouldFocus: true });
        else setFailure('failed');
      }
    } else {
      setFailure(answer.outcome);
    }
  });

  return { form, submit, sent, failure };
}

const empty: ContactForm = {
  fullName: '',
  email: '',
  phoneNumber: '',
  institution: '',
  numberOfStudents: '',
  serviceOfInterest: '',
  problemDescription: '',
};

function isField(path: string): path is keyof ContactForm {
  return Object.hasOwn(empty, path);
}

function websiteOf(form: unknown): string {
  if (!(form instanceof HTMLFormElement)) return '';
  const value = new FormData(form).get('website');
  return typeof value === 'string' ? value : '';
}
