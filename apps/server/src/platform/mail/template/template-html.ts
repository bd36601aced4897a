import { brand } from '@kindling/protocol/brand';
import { html } from 'hono/html';
import type { EmailAction, EmailFact, EmailTemplate } from './email-template.ts';
import { templateStyles } from './template-styles.ts';

/**
 * The letter as HTML for mail programs: tables for those that know nothing newer, styles inline,
 * dark colours where they are understood, nothing loaded from anywhere. Every value is escaped.
 */
export function templateHtml(template: EmailTemplate): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${template.heading}</title>
<style>${templateStyles.dark}</style>
</head>
<body class="paper" style="${templateStyles.body}">
<div style="${templateStyles.preview}">${template.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="${templateStyles.sheet}">
<tr><td style="${templateStyles.band}">&nbsp;</td></tr>
<tr><td style="padding:28px 28px 8px">
<p class="ember" style="${templateStyles.name}">${brand.name}</p>
<h1 class="ink" style="${templateStyles.heading}">${template.heading}</h1>
${template.intro.map(paragraph)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0">${template.facts.map(factRow)}</table>
${template.action === undefined ? '' : button(template.action)}
${template.outro.map(paragraph)}
</td></tr>
<tr><td class="rule" style="${templateStyles.footer}">
<p class="bark" style="${templateStyles.small}">${brand.name}, ${brand.location} · <a class="ember" style="${templateStyles.link}" href="${brand.phoneHref}">${brand.phone}</a> · <a class="ember" style="${templateStyles.link}" href="mailto:${brand.email}">${brand.email}</a></p>
<p class="bark" style="${templateStyles.small}">${template.reason}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`);
}

function paragraph(text: string) {
  return html`<p class="ink" style="${templateStyles.paragraph}">${text}</p>`;
}

function factRow({ label, value, isPast = false }: EmailFact) {
  const style = isPast ? `${templateStyles.value};${templateStyles.past}` : templateStyles.value;
  return html`<tr><th scope="row" align="left" valign="top" class="bark rule" style="${templateStyles.label}">${label}</th><td valign="top" class="ink rule" style="${style}">${value.split(/\r\n|\r|\n/).map(line)}</td></tr>`;
}

/** Not `white-space`: Outlook does not know it. */
function line(text: string, index: number) {
  return index === 0 ? html`${text}` : html`<br>${text}`;
}

function button({ label, href }: EmailAction) {
  return html`<p style="margin:0 0 20px"><a style="${templateStyles.button}" href="${href}">${label}</a></p>`;
}
