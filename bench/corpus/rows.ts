import { readFileSync } from 'node:fs';
import { z } from 'zod';

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['assistant', 'squad', 'workflow', 'tool', 'web-call-inline', 'overrides', 'call']),
  schema: z.string().nullish(),
  body: z.record(z.string(), z.unknown()),
});
export type Row = z.infer<typeof rowSchema>;

/** Configurations as people write them: a JSON list of rows. */
export function readRows(file: string): Row[] {
  return z.array(rowSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}
