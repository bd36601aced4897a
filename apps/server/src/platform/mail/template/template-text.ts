import { brand } from '@kindling/protocol/brand';
import type { EmailFact, EmailTemplate } from './email-template.ts';

/** The letter as plain text: whole sentences, facts in a column, the address on a line of its own. */
export function templateText(template: EmailTemplate): string {
  const blocks = [
    template.heading,
    ...template.intro,
    factLines(template.facts),
    ...(template.action === undefined
      ? []
      : [`${template.action.label}:\n${template.action.href}`]),
    ...template.outro,
    // The line that mail programs take for the beginning of a signature.
    ['-- ', `${brand.name}, ${brand.location}`, brand.phone, brand.email, template.reason].join(
      '\n',
    ),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function factLines(facts: readonly EmailFact[]): string {
  const width = Math.max(0, ...facts.map(({ label }) => label.length)) + 2;
  return facts
    .map(({ label, value }) => {
      const [first = '', ...rest] = value.split(/\r\n|\r|\n/);
      const start = `${label}:`.padEnd(width) + first;
      return [start, ...rest.map((line) => ' '.repeat(width) + line)].join('\n');
    })
    .join('\n');
}
