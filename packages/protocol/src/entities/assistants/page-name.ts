import { z } from 'zod';

/** Something that a page can show when an assistant asks for it: the page decides what the name stands for. */
export const pageNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be 1 to 60 lower-case letters, digits or -.');
