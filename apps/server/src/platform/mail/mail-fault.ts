import { z } from 'zod';

/** What is known of a failed delivery without saying what the mail said or to whom. */
export interface MailFault {
  readonly code: string;
  readonly responseCode?: number;
  readonly command?: string;
  /** The mail itself was refused for good: sending it again cannot help. */
  readonly isRefusal: boolean;
}

const smtpErrorSchema = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  command: z.string().optional(),
  permanent: z.boolean().optional(),
});

/** Where a server speaks of this recipient or this content, not of the sender or the login. */
const MESSAGE_COMMANDS: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

/**
 * Reads a transport's error. A 5xx to the recipient or the content is final (RFC 5321, 4.2.1); one
 * to the login or the sender is the operator's to mend, so the mail waits for that. An envelope
 * refused without a reply never left: its address is none.
 */
export function readMailFault(error: unknown): MailFault {
  const { code, responseCode, command, permanent } = smtpErrorSchema.safeParse(error).data ?? {};
  return {
    code: code ?? (error instanceof Error ? error.name : 'unknown'),
    ...(responseCode === undefined ? {} : { responseCode }),
    ...(command === undefined ? {} : { command }),
    isRefusal:
      responseCode === undefined
        ? code === 'EENVELOPE'
        : permanent === true && MESSAGE_COMMANDS.has(command ?? ''),
  };
}
