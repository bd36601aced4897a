import type { ArtifactPlan, FieldError, OwnOutput } from '@kindling/protocol';
import { badFields } from '../../platform/errors/bad-field.ts';
import { schemaFault } from '../tools/check-arguments.ts';
import { answerSchema } from './answer-schema.ts';
import { REGEX_TYPES } from './extract-by-regex.ts';
import { readRegex } from './read-regex.ts';

/** @throws `bad_request` naming everything for which nothing could be taken down; `path` goes before the fields */
export async function checkOutput(output: OwnOutput, path = ''): Promise<void> {
  const faults = await faultsOf(output, path);
  if (faults.length > 0) throw badFields(faults);
}

/** The same of those that an assistant brings along; `path` is where its plan is. */
export async function checkOwnOutputs(
  plan: ArtifactPlan | null | undefined,
  path = 'artifactPlan',
): Promise<void> {
  const outputs = plan?.structuredOutputs ?? [];
  const faults = await Promise.all(
    outputs.map((output, index) => faultsOf(output, `${path}.structuredOutputs.${index}.`)),
  );
  if (faults.flat().length > 0) throw badFields(faults.flat());
}

async function faultsOf(output: OwnOutput, path: string): Promise<FieldError[]> {
  const ofSchema = (await schemaFault(output.schema)) ?? (await schemaFault(answerSchema(output)));
  return [
    ...(ofSchema === null ? [] : [{ path: `${path}schema`, message: ofSchema }]),
    ...(output.type === 'regex' ? regexFaults(output, path) : []),
  ];
}

function regexFaults({ regex, schema }: OwnOutput, path: string): FieldError[] {
  const isFound = (REGEX_TYPES as readonly unknown[]).includes(schema.type);
  const message = `must be ${REGEX_TYPES.join(', ')}: a regex finds nothing else.`;
  return [
    ...(isFound ? [] : [{ path: `${path}schema.type`, message }]),
    ...(regex === undefined
      ? [{ path: `${path}regex`, message: 'must be given where the type is regex.' }]
      : notRead(regex).map((why) => ({ path: `${path}regex`, message: why }))),
  ];
}

function notRead(regex: string): string[] {
  try {
    readRegex(regex);
    return [];
  } catch (error) {
    return [`is no regex of RE2: ${error instanceof Error ? error.message : String(error)}.`];
  }
}
