import type { AcceptedInvite, Role } from '@kindling/protocol';
import { brand } from '@kindling/protocol/brand';
import { html } from 'hono/html';
import type { OpenInvitation } from './org-invitations.ts';

export type InvitationView = { readonly style: string } & (
  | { readonly state: 'asking'; readonly code: string; readonly invitation: OpenInvitation }
  | { readonly state: 'accepted'; readonly accepted: AcceptedInvite; readonly baseUrl: string }
  | { readonly state: 'refused'; readonly message: string }
);

const TITLES = {
  asking: 'You are invited',
  accepted: 'Your key',
  refused: 'This did not work',
} as const satisfies Record<InvitationView['state'], string>;

const MAY = {
  viewer: 'Viewer: looks at everything and changes nothing',
  editor: 'Editor: changes assistants, calls and what belongs to them',
  admin: 'Admin: changes everything, keys and people included',
} as const satisfies Record<Role, string>;

/** The page of an invitation. It works without scripts; every value is escaped. */
export function invitationHtml(view: InvitationView) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${TITLES[view.state]} · ${brand.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${view.style}">
</head>
<body>
<header><a class="brand" href="/"><img src="/favicon.svg" alt="" width="32" height="32">${brand.name}</a></header>
<main>
${content(view)}
</main>
</body>
</html>
`;
}

function content(view: InvitationView) {
  if (view.state === 'refused')
    return html`<h1>${TITLES.refused}</h1>
<p class="warning" role="alert">${view.message}</p>
<p>An invitation can be used once, for seven days. The person who invited you can send another one.</p>`;
  return view.state === 'asking' ? asking(view) : accepted(view);
}

function asking({ code, invitation }: Extract<InvitationView, { state: 'asking' }>) {
  const { orgName, email, role, expiresAt } = invitation;
  return html`<h1>You are invited to ${orgName}</h1>
<p>Accept, and you get a key of your own. It is shown once.</p>
<dl>
<div><dt>For</dt><dd>${email}</dd></div>
<div><dt>Role</dt><dd>${MAY[role]}</dd></div>
<div><dt>Valid until</dt><dd>${expiresAt.toISOString().slice(0, 10)} (UTC)</dd></div>
</dl>
<form method="post" action="/invitation">
<input type="hidden" name="code" value="${code}">
<label for="full-name">Your name <span class="hint">(may be left empty)</span></label>
<input id="full-name" name="fullName" maxlength="100" autocomplete="name">
<button type="submit">Accept the invitation</button>
</form>`;
}

function accepted({
  accepted: { orgName, user, privateKey },
  baseUrl,
}: Extract<InvitationView, { state: 'accepted' }>) {
  return html`<h1>You belong to ${orgName} now</h1>
<p class="warning">Copy your key before you leave this page: it is not shown again.</p>
<label for="key">Your key</label>
<input id="key" class="key" value="${privateKey}" readonly autocomplete="off" spellcheck="false" aria-describedby="key-use">
<p id="key-use">Keep it where you keep passwords. It is worth what your role is: ${user.role}.</p>
<h2>To try it</h2>
<pre tabindex="0">curl -H 'Authorization: Bearer YOUR_KEY' \\
  ${baseUrl}/assistant</pre>
<p><a href="/docs">What the key opens, operation by operation</a></p>`;
}
