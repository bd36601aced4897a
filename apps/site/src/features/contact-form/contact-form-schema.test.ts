import { contactFormSchema } from '@kindling/protocol/contact-form';
import { describe, expect, it } from 'vitest';

const good = {
  fullName: 'Al',
  email: 'al@school.example',
  phoneNumber: '2125550148',
  institution: 'PS',
  numberOfStudents: '1',
  serviceOfInterest: 'Plugins',
  problemDescription: 'Ten signs..',
};

function messageOf(field: keyof typeof good, value: string): string | undefined {
  const parsed = contactFormSchema.safeParse({ ...good, [field]: value });
  return parsed.error?.issues.find((issue) => issue.path[0] === field)?.message;
}

describe('the contact form’s schema', () => {
  it('takes every field at its minimum', () => {
    expect(contactFormSchema.parse(good)).toEqual(good);
  });

  it.each([
    ['fullName', 'A', 'Full name must be at least 2 characters'],
    ['email', 'al@', 'Please enter a valid email address'],
    ['email', '', 'Please enter a valid email address'],
    ['phoneNumber', '212555014', 'Please enter a valid phone number'],
    ['institution', 'P', 'Institution name is required'],
    ['numberOfStudents', '', 'Number of students is required'],
    ['serviceOfInterest', '', 'Please select a service'],
    ['problemDescription', '123456789', 'Please describe your problem in at least 10 characters'],
  ] as const)('refuses %s “%s”', (field, value, message) => {
    expect(messageOf(field, value)).toBe(message);
  });

  it('does not count spaces around the text', () => {
    expect(messageOf('fullName', ' A ')).toBe('Full name must be at least 2 characters');
  });
});
