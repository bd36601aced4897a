import { z } from 'zod';
import { storedFields } from '../page.ts';
import { backoffPlanSchema, serverSchema } from '../server.ts';
import { warningSchema } from '../warning.ts';
import { pageNameSchema } from './page-name.ts';
import { toolMessageSchema } from './tool-message.ts';

const text = (max: number) => z.string().max(max);
const schemaOf = (type: z.ZodType) => z.looseObject({ type: type.optional() });

/** A JSON Schema; whether it is a good one is checked when the tool is stored. */
export const jsonSchemaSchema = schemaOf(
  z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object']),
);
export const objectSchemaSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(text(100), z.looseObject({})).optional(),
  required: z.array(text(100)).max(100).optional(),
});

/** The function definition that the model receives. */
export const toolFunctionSchema = z.looseObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -.'),
  description: text(20_000).optional(),
  parameters: objectSchemaSchema.optional(),
});
export type ToolFunction = z.infer<typeof toolFunctionSchema>;

const everyTool = {
  messages: z.array(toolMessageSchema).max(50).optional(),
  function: toolFunctionSchema.optional(),
  /**
   * Of an assistant without a language model, which reads no descriptions: what the person then says it
   * is about (`asks about the weather`). Without it such an assistant never uses the tool.
   */
  when: text(300).min(1).optional(),
};

const destinationMessage = z.union([text(1_000), z.looseObject({})]).optional();
const described = { message: destinationMessage, description: text(20_000).optional() };
export const transferDestinationSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('assistant'), assistantName: text(100).min(1), ...described }),
  z.looseObject({ type: z.literal('number'), number: text(40).min(3), ...described }),
  z.looseObject({ type: z.literal('sip'), sipUri: text(400).min(5), ...described }),
]);
export type TransferDestination = z.infer<typeof transferDestinationSchema>;

/** Another assistant: a member of the squad by its name, or a stored one by its id. */
const handoffDestinationSchema = z.looseObject({
  type: text(40),
  assistantName: text(100).min(1).optional(),
  assistantId: z.uuid().optional(),
  ...described,
});
export type HandoffDestination = z.infer<typeof handoffDestinationSchema>;

const serverTool = { ...everyTool, server: serverSchema.nullish() };

/** Asks the organisation's own server. */
const functionToolSchema = z.looseObject({
  type: z.literal('function'),
  ...serverTool,
  function: toolFunctionSchema,
  /** The conversation goes on without waiting for the answer. @default false */
  async: z.boolean().optional(),
});

/** Sends one HTTP request, made of the model's arguments. */
const apiRequestToolSchema = z.looseObject({
  type: z.literal('apiRequest'),
  ...everyTool,
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, _ or -.')
    .optional(),
  description: text(20_000).optional(),
  method: z.enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']),
  url: text(2_000).regex(/^(?:https?:\/\/|\{\{)/i, 'must begin with http:// or https://.'),
  /** What the model fills in; sent as JSON, or as the query of a GET. */
  body: jsonSchemaSchema.nullish(),
  /** `properties` with a `value` each. */
  headers: jsonSchemaSchema.nullish(),
  /** @default 20 */
  timeoutSeconds: z.number().min(1).max(300).optional(),
  backoffPlan: backoffPlanSchema.nullish(),
  /** Properties of the answer that later tools can use as `{{name}}`. */
  variableExtractionPlan: z.looseObject({ schema: jsonSchemaSchema.optional() }).nullish(),
});

const queryToolSchema = z.looseObject({
  type: z.literal('query'),
  ...everyTool,
  knowledgeBases: z
    .array(
      z.looseObject({
        name: text(100),
        provider: text(40).optional(),
        description: text(20_000).optional(),
        fileIds: z.array(z.uuid()).max(100),
      }),
    )
    .max(20)
    .optional(),
});

/** Asks the caller's page to show something, by the message `open-page`. */
const openPageToolSchema = z.looseObject({
  type: z.literal('openPage'),
  ...everyTool,
  /** What the page knows by this name; the site knows `booking`. */
  page: pageNameSchema,
});

/** Tools that models of one maker know by heart; the organisation's own server carries them out. */
const builtIn = <T extends string>(type: T) =>
  z.looseObject({
    type: z.literal(type),
    /** Its version, as `bash_20241022`. */
    subType: text(60),
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -.'),
    ...serverTool,
  });

/** The tools of a server that speaks the Model Context Protocol: listed when a conversation begins. */
const mcpToolSchema = z.looseObject({
  type: z.literal('mcp'),
  ...serverTool,
  metadata: z
    .looseObject({
      /** `shttp`: Streamable HTTP; `sse`: its older transport. @default 'shttp' */
      protocol: z.enum(['shttp', 'sse']).optional(),
    })
    .nullish(),
  /** Those of the server's tools that may be used, by the server's names. @default all */
  allowedTools: z.array(text(200)).max(200).optional(),
  /** What is said while single tools of the server run. */
  toolMessages: z
    .array(
      z.looseObject({ name: text(200), messages: z.array(toolMessageSchema).max(50).optional() }),
    )
    .max(200)
    .optional(),
});

const knownToolSchema = z.discriminatedUnion('type', [
  functionToolSchema,
  apiRequestToolSchema,
  queryToolSchema,
  z.looseObject({ type: z.literal('endCall'), ...everyTool }),
  openPageToolSchema,
  z.looseObject({ type: z.literal('dtmf'), ...everyTool }),
  z.looseObject({
    type: z.literal('transferCall'),
    ...serverTool,
    /** Without any its server is asked, by `transfer-destination-request`. */
    destinations: z.array(transferDestinationSchema).max(50).optional(),
  }),
  z.looseObject({
    type: z.literal('handoff'),
    ...everyTool,
    destinations: z.array(handoffDestinationSchema).max(50).optional(),
  }),
  mcpToolSchema,
  z.looseObject({ type: z.literal('output'), ...everyTool }),
  builtIn('bash'),
  builtIn('computer'),
  builtIn('textEditor'),
]);

const KNOWN_TYPES: ReadonlySet<string> = new Set(
  knownToolSchema.options.flatMap(({ shape }) => [...shape.type.values]),
);

/** Of the compiler, which tells tools apart by it: any type that is not carried out here. */
type OtherToolType = 'other';

/** What other services carry out: kept, and answered with "not available here" where it is asked for. */
const otherToolSchema = z.looseObject({
  type: text(100)
    .min(1)
    .refine((type) => !KNOWN_TYPES.has(type), { abort: true }) as unknown as z.ZodType<
    OtherToolType,
    OtherToolType
  >,
  ...everyTool,
  name: text(200).optional(),
  description: text(20_000).optional(),
});

export const toolCreateSchema = z.union([knownToolSchema, otherToolSchema]);
export type ToolCreate = z.infer<typeof toolCreateSchema>;
export type ToolType = z.infer<typeof knownToolSchema>['type'];
export type ToolOf<T extends ToolType> = Extract<ToolCreate, { type: T }>;
export type OtherTool = z.infer<typeof otherToolSchema>;

/** Whether it is kept alone: nothing here carries it out. */
export function isOtherTool(tool: ToolCreate): tool is OtherTool {
  return !KNOWN_TYPES.has(tool.type);
}

/** The named fields; the whole is checked again. A tool does not become one of another type. */
export const toolUpdateSchema = z
  .looseObject({ type: text(100).optional(), messages: everyTool.messages })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type ToolUpdate = z.infer<typeof toolUpdateSchema>;

export const toolSchema = z.looseObject({
  type: text(100),
  ...storedFields,
  /** Where it was just stored: what of it does not act here as it says. */
  warnings: z.array(warningSchema).optional(),
});
export type Tool = z.infer<typeof toolSchema>;
