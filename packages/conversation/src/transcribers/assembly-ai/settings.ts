import { z } from 'zod';

/** What AssemblyAI reads of a transcriber. */
export const assemblyAiTranscriberSchema = z.object({
  /** @default one for English, or for several languages where the language is another */
  speechModel: z.string().max(100).optional(),
  language: z.string().optional(),
  languageDetection: z.boolean().optional(),
  /** Marks, capitals and numbers in final words. @default true */
  formatTurns: z.boolean().optional(),
  keytermsPrompt: z.array(z.string().min(1).max(50)).max(100).optional(),
});
export type AssemblyAiTranscriber = z.output<typeof assemblyAiTranscriberSchema>;
