import { z } from 'zod';

/** Names every participant's tracks go by; custom tracks have names of their own. */
export const trackKindSchema = z.enum(['audio', 'video', 'screenAudio', 'screenVideo']);
export type TrackKind = z.infer<typeof trackKindSchema>;

/** `audio`, `screenVideo`, `rmpAudio` …, or the name of a custom track. */
export const trackNameSchema = z.string().min(1).max(50);

/** A published track as one reader sees it. */
export const wireTrackSchema = z.object({
  media: z.enum(['audio', 'video']),
  state: z.enum(['off', 'playable', 'sendable', 'loading', 'interrupted', 'blocked']),
  subscribed: z.boolean(),
  /** The m-line on which the reader receives it; null while none is free. */
  mid: z.string().nullable(),
  /** Why it is off, when it was not the sender who turned it off. */
  off: z.enum(['remote-request', 'permission', 'bandwidth']).optional(),
});
export type WireTrack = z.infer<typeof wireTrackSchema>;

/** A track the client sends: on which m-line of its offer, under which name, and whether it is on. */
export const sentTrackSchema = z.object({
  mid: z.string().max(64),
  name: trackNameSchema,
  media: z.enum(['audio', 'video']),
  on: z.boolean(),
});
export type SentTrack = z.infer<typeof sentTrackSchema>;
