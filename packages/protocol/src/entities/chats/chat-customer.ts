import { z } from 'zod';

/** Who writes, or is said to. Limits as published. */
export const chatCustomerSchema = z
  .looseObject({
    numberE164CheckEnabled: z.boolean().optional(),
    extension: z.string().max(10).nullish(),
    number: z.string().min(3).max(40).nullish(),
    sipUri: z.string().max(1_000).nullish(),
    name: z.string().max(40).nullish(),
    email: z.string().max(40).nullish(),
    externalId: z.string().max(40).nullish(),
  })
  .superRefine((customer, context) => {
    const { number, numberE164CheckEnabled = true } = customer;
    if (typeof number !== 'string') return;
    if ((numberE164CheckEnabled ? /^\+[1-9]\d{1,14}$/ : /^\+?[a-zA-Z0-9]+$/).test(number)) return;
    const message = numberE164CheckEnabled
      ? 'must be written as +14155551234.'
      : 'may hold letters and digits only.';
    context.addIssue({ code: 'custom', path: ['number'], message });
  });
export type ChatCustomer = z.infer<typeof chatCustomerSchema>;
