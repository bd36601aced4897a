export type Rtc = typeof import('@livekit/rtc-node');

/**
 * LiveKit's native client, which exists for Linux with glibc, macOS and Windows on x64.
 *
 * @throws where it is not installed
 */
export async function loadRtc(): Promise<Rtc> {
  // It writes every step to the output otherwise.
  process.env.NODE_ENV ??= 'production';
  try {
    return await import('@livekit/rtc-node');
  } catch (cause) {
    throw new Error(
      `LiveKit needs @livekit/rtc-node, which cannot be loaded on this machine (${process.platform} ${process.arch}): it exists for Linux with glibc, macOS, and Windows on x64. Install the optional dependencies, or leave MEDIA_ENGINE and MEETING_ENGINE away.`,
      { cause },
    );
  }
}
