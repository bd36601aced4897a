import { z } from 'zod';

/** A STUN or TURN server as browsers take it. */
export const iceServerSchema = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof iceServerSchema>;

/**
 * `GET {roomUrl}/ice-servers`: known before the first offer, so that its connection is tried by
 * way of TURN, too, and what kind of offer the room takes. Credentials hold for some hours: ask for each call.
 */
export const iceServersAnswerSchema = z.object({
  iceServers: z.array(iceServerSchema),
  /** LiveKit carries this room: its offers are of its client. @default the server itself, by SDP */
  media: z.literal('livekit').optional(),
});
export type IceServersAnswer = z.infer<typeof iceServersAnswerSchema>;
