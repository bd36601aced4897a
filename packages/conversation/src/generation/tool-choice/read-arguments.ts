import { normalise } from '../../retrieval/language/words.ts';
import type { JsonSchema } from '../tools.ts';

type Property = Readonly<Record<string, unknown>>;

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const PHONE = /\+?\d[\d ()-]{5,}\d/;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/;
const LEAD_IN =
  /^(?:(?:hi|hello|hey|well|yes|yeah|sure|ok|okay)[,.!]?\s+)*(?:(?:my|the) [\w ]{2,30} (?:is|are)|i am|i'm|it is|it's|this is|that is|that's|we are|call me)\s+/i;
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);

/** What the person said, as far as a schema's properties can be read from it without a language model. */
export function readArguments(schema: JsonSchema, said: string): Record<string, unknown> {
  const properties = Object.entries(asRecord(schema.properties));
  const plain = properties.filter(([, one]) => isPlainText(asRecord(one)));
  return Object.fromEntries(
    properties
      .map(([name, one]) => {
        const property = asRecord(one);
        // Free text takes the whole turn: two such fields could not be separated.
        if (isPlainText(property))
          return [name, plain.length === 1 ? withoutLeadIn(said) : undefined];
        return [name, readProperty(property, said)];
      })
      .filter(([, value]) => value !== undefined),
  );
}

function readProperty(property: Property, said: string): unknown {
  const heard = ` ${normalise(said)} `;
  const { type, format } = property;
  if (Array.isArray(property.enum)) {
    return property.enum.find((one) => heard.includes(` ${normalise(String(one))} `));
  }
  if (type === 'boolean') return readBoolean(heard);
  if (type === 'number' || type === 'integer') return readNumber(said, heard);
  if (format === 'email') return EMAIL.exec(said)?.[0];
  if (format === 'phone') return PHONE.exec(said)?.[0];
  if (format === 'date') return DATE.exec(said)?.[0];
  return undefined;
}

function readBoolean(heard: string): boolean | undefined {
  if (/ (?:no|not|nope|never) /.test(heard)) return false;
  return / (?:yes|yeah|sure|ok|okay|correct|right) /.test(heard) ? true : undefined;
}

function readNumber(said: string, heard: string): number | undefined {
  const digits = /-?\d+(?:\.\d+)?/.exec(said.replaceAll(/(\d),(\d{3})\b/g, '$1$2'))?.[0];
  if (digits !== undefined) return Number(digits);
  const word = NUMBER_WORDS.findIndex((one) => heard.includes(` ${one} `));
  return word === -1 ? undefined : word;
}

function isPlainText({ type, format, ...rest }: Property): boolean {
  return (
    (type === 'string' || type === undefined) && format === undefined && rest.enum === undefined
  );
}

function withoutLeadIn(said: string): string | undefined {
  const text = said
    .trim()
    .replace(LEAD_IN, '')
    .replace(/[.!?]+$/, '')
    .trim();
  return text === '' ? undefined : text;
}

function asRecord(value: unknown): Property {
  return typeof value === 'object' && value !== null ? (value as Property) : {};
}
