import { z } from 'zod';

/** What a recorded call can be downloaded as; `customer` and `assistant` are one voice each. */
export const CALL_RECORDING_PARTS = ['mono', 'stereo', 'customer', 'assistant', 'video'] as const;
export type CallRecordingPart = (typeof CALL_RECORDING_PARTS)[number];

const address = z.url().optional();

/**
 * Where a recorded call is downloaded, once it has ended and as long as the recording is kept. The
 * `presigned` ones need no key; only callers with write access receive them.
 */
export const recordedArtifactFields = {
  recordingUrl: address,
  stereoRecordingUrl: address,
  videoRecordingUrl: address,
  recording: z
    .looseObject({
      stereoUrl: address,
      videoUrl: address,
      mono: z
        .looseObject({ combinedUrl: address, assistantUrl: address, customerUrl: address })
        .optional(),
    })
    .optional(),
  presignedMonoUrl: address,
  presignedStereoUrl: address,
  presignedCustomerUrl: address,
  presignedAssistantUrl: address,
  presignedVideoUrl: address,
  /** Until when those lead somewhere. */
  presignedUrlsExpiresAt: z.iso.datetime().optional(),
};
const recordedArtifactSchema = z.object(recordedArtifactFields);
export type RecordedArtifact = z.infer<typeof recordedArtifactSchema>;
