import { fillVariables } from '../../variables/variables.ts';

type Values = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

/** Properties of a schema that have their `value` already, with `{{names}}` replaced. */
export function fixedValues(schema: Schema | null | undefined, values: Values): Values {
  return Object.fromEntries(
    propertiesOf(schema).flatMap(([name, property]) =>
      typeof property.value === 'string' ? [[name, fillVariables(property.value, values)]] : [],
    ),
  );
}

/** The schema of what is left for the model to say. */
export function withoutFixed(schema: Schema): Schema {
  const open = propertiesOf(schema).filter(([, { value }]) => typeof value !== 'string');
  const names = new Set(open.map(([name]) => name));
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => names.has(String(name)))
    : [];
  const { value: _, target: __, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(open), required };
}

function propertiesOf(schema: Schema | null | undefined): [string, Schema][] {
  const { properties } = schema ?? {};
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).filter(
    (entry): entry is [string, Schema] => typeof entry[1] === 'object' && entry[1] !== null,
  );
}
