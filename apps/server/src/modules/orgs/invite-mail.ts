import type { Role } from '@kindling/protocol';
import { brand } from '@kindling/protocol/brand';
import type { MailMessage } from '../../platform/database/schema.ts';
import { oneLine } from '../../platform/mail/one-line.ts';
import { templateBodies } from '../../platform/mail/template/template-bodies.ts';

export interface InvitationEmail {
  readonly email: string;
  readonly role: Role;
  readonly orgName: string;
  readonly href: string;
  readonly expiresAt: Date;
}

const MAY = {
  viewer: 'You may look at everything and change nothing.',
  editor: 'You may look at everything and change assistants, calls and what belongs to them.',
  admin: 'You may change everything, keys and people included.',
} as const satisfies Record<Role, string>;

/** The mail with the code of an invitation. */
export function inviteMail(invitation: InvitationEmail): MailMessage {
  const { email, role, href, expiresAt } = invitation;
  const name = oneLine(invitation.orgName);
  return {
    to: { name: '', address: email },
    subject: `${name} invites you to ${brand.name}`,
    ...templateBodies({
      preview: `Accept it, and you get a key of your own for ${name}.`,
      heading: `You are invited to ${name}`,
      intro: [`Accept the invitation, and you get a key of your own. ${MAY[role]}`],
      facts: [
        { label: 'Organisation', value: name },
        { label: 'Role', value: role },
        { label: 'Valid until', value: `${expiresAt.toISOString().slice(0, 10)} (UTC)` },
      ],
      action: { label: 'Accept the invitation', href },
      outro: ['If you did not expect this mail, leave it: nothing happens then.'],
      reason: `You get this mail because an admin of ${name} entered your address.`,
    }),
  };
}
