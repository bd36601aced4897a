import { z } from 'zod';

/** The contact form, shown where the scheduling widget cannot load. Minimums and messages are the specification's. */
export const contactFormSchema = z.object({
  fullName: text(2, 200, 'Full name must be at least 2 characters'),
  email: z.string().trim().max(254).pipe(z.email('Please enter a valid email address')),
  phoneNumber: text(10, 40, 'Please enter a valid phone number'),
  institution: text(2, 200, 'Institution name is required'),
  numberOfStudents: text(1, 40, 'Number of students is required'),
  serviceOfInterest: text(1, 100, 'Please select a service'),
  problemDescription: text(10, 4_000, 'Please describe your problem in at least 10 characters'),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

function text(min: number, max: number, message: string) {
  return z.string().trim().min(min, message).max(max, `At most ${max} characters, please`);
}

/** What `POST /contact-requests` takes: the form, and a field that people never see and never fill. */
export const contactRequestSchema = contactFormSchema.extend({
  website: z.string().max(200).optional(),
});

/** Its answer: stored, under this id. */
export const contactRequestAnswerSchema = z.object({ id: z.uuid() });
