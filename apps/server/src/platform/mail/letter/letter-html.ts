import { brand } from '@kindling/protocol/brand';
import { html } from 'hono/html';
import type { Letter, LetterAction, LetterFact } from './letter.ts';
import { letterStyles } from './letter-styles.ts';

/**
 * The letter as HTML for mail programs: tables for those that know nothing newer, styles inline,
 * dark colours where they are understood, nothing loaded from anywhere. Every value is escaped.
 */
export function letterHtml(letter: Letter): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${letter.heading}</title>
<style>${letterStyles.dark}</style>
</head>
<body class="paper" style="${letterStyles.body}">
<div style="${letterStyles.preview}">${letter.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="${letterStyles.sheet}">
<tr><td style="${letterStyles.band}">&nbsp;</td></tr>
<tr><td style="padding:28px 28px 8px">
<p class="ember" style="${letterStyles.name}">${brand.name}</p>
<h1 class="ink" style="${letterStyles.heading}">${letter.heading}</h1>
${letter.intro.map(paragraph)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0">${letter.facts.map(factRow)}</table>
${letter.action === undefined ? '' : button(letter.action)}
${letter.outro.map(paragraph)}
</td></tr>
<tr><td class="rule" style="${letterStyles.footer}">
<p class="bark" style="${letterStyles.small}">${brand.name}, ${brand.location} · <a class="ember" style="${letterStyles.link}" href="${brand.phoneHref}">${brand.phone}</a> · <a class="ember" style="${letterStyles.link}" href="mailto:${brand.email}">${brand.email}</a></p>
<p class="bark" style="${letterStyles.small}">${letter.reason}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`);
}

function paragraph(text: string) {
  return html`<p class="ink" style="${letterStyles.paragraph}">${text}</p>`;
}

function factRow({ label, value, isPast = false }: LetterFact) {
  const style = isPast ? `${letterStyles.value};${letterStyles.past}` : letterStyles.value;
  return html`<tr><th scope="row" align="left" valign="top" class="bark rule" style="${letterStyles.label}">${label}</th><td valign="top" class="ink rule" style="${style}">${value.split(/\r\n|\r|\n/).map(line)}</td></tr>`;
}

/** Not `white-space`: Outlook does not know it. */
function line(text: string, index: number) {
  return index === 0 ? html`${text}` : html`<br>${text}`;
}

function button({ label, href }: LetterAction) {
  return html`<p style="margin:0 0 20px"><a style="${letterStyles.button}" href="${href}">${label}</a></p>`;
}
