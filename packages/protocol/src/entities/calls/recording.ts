import { z } from 'zod';
import { listQuerySchema } from '../page.ts';

/**
 * `recording`: under way. `processing`: stopped, its video is being composed. A failed one
 * keeps what could be written: `file` says whether there is something to download.
 */
export const recordingStatusSchema = z.enum(['recording', 'processing', 'finished', 'failed']);
export type RecordingStatus = z.infer<typeof recordingStatusSchema>;

/** One track of a `raw-tracks` recording: a WebM file of its own, not encoded again. */
export const recordedTrackSchema = z.object({
  /** Of the file, for `access-link`. */
  name: z.string(),
  sessionId: z.string(),
  userName: z.string(),
  track: z.string(),
  media: z.enum(['audio', 'video']),
  /** First and last moment, ms from the start of the recording; the file's own clock says the same. */
  offset: z.number(),
  end: z.number(),
  size: z.number().int(),
});
export type RecordedTrack = z.infer<typeof recordedTrackSchema>;

export const recordingSchema = z.object({
  id: z.uuid(),
  orgId: z.uuid(),
  /** Of the room, or of the call's room. */
  roomName: z.string(),
  meetingId: z.string(),
  callId: z.uuid().nullable(),
  instanceId: z.string(),
  type: z.enum(['cloud', 'raw-tracks']),
  status: recordingStatusSchema,
  /** Session id of who started it. */
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  /** Milliseconds; null while it is under way, and when the server stopped without warning. */
  duration: z.number().int().nullable(),
  /** Of `cloud`: what there is to download; null while there is nothing. */
  file: z.object({ name: z.string(), size: z.number().int() }).nullable(),
  /** Of `raw-tracks`; empty until it is stopped. */
  tracks: z.array(recordedTrackSchema),
  errorMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Recording = z.infer<typeof recordingSchema>;

export const recordingListQuerySchema = listQuerySchema.extend({
  roomName: z.string().max(128).optional(),
  callId: z.uuid().optional(),
});
export type RecordingListQuery = z.infer<typeof recordingListQuerySchema>;

export const accessLinkCreateSchema = z.object({
  /** Name of one of `tracks`; of `cloud` recordings it is left out. */
  track: z.string().max(200).optional(),
  /** @default 3600 */
  validForSeconds: z.number().int().min(1).max(86_400).default(3_600),
});

/** Anyone with the link may download until it expires. */
export const accessLinkSchema = z.object({ downloadLink: z.url(), expiresAt: z.iso.datetime() });
