import { z } from 'zod';

const variables = z.record(z.string(), z.unknown()).readonly();
const use = { provider: z.string(), model: z.string().nullable() };

/** What another process has to know of a call to go on with it, beside the call and its lines. */
export const resumptionStateSchema = z.object({
  /** Where the call was made, for links. */
  baseUrl: z.string(),
  isTrusted: z.boolean(),
  endsWhenLeft: z.boolean(),
  /** Fields of the request that the call does not keep. */
  workflowOverrides: z.looseObject({}).optional(),
  agentSessionId: z.string(),
  /** Who is in the room; their keys are theirs alone. */
  participants: z.array(
    z.object({
      keyHash: z.string(),
      sessionId: z.string(),
      userName: z.string(),
      version: z.number(),
      /** Lines before this position are none of theirs. */
      firstLine: z.number().int().default(0),
    }),
  ),
  /** Epoch ms; null: nobody could hear yet. */
  startedAt: z.number().nullable(),
  /** The assistant was answering, or about to. */
  owesAnswer: z.boolean(),
  /** It is handed over between turns to the claim that follows the one of this epoch: nobody was cut off. */
  restsAt: z.number().int().nullable().optional(),
  position: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('squad'), member: z.string() }),
      z.object({
        type: z.literal('workflow'),
        node: z.string(),
        nodes: z.array(z.object({ nodeName: z.string(), variables })).readonly(),
        variables,
      }),
    ])
    .nullable(),
  /** Lines from which on models know the conversation. */
  knownFrom: z.number().int(),
  /** What was had of providers elsewhere. */
  uses: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('transcriber'), ...use, seconds: z.number() }),
      z.object({ type: z.literal('voice'), ...use, characters: z.number() }),
      z.object({
        type: z.literal('model'),
        ...use,
        promptTokens: z.number(),
        completionTokens: z.number(),
      }),
    ]),
  ),
});
export type ResumptionState = z.infer<typeof resumptionStateSchema>;
