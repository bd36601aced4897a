import type { Clock } from '@kindling/call';
import type { CallSession } from './call-session.ts';
import type { StartProgress } from './start-progress.ts';

interface Telling {
  readonly clock: Clock;
  readonly progress: StartProgress;
}

/** What is recorded: all participants on dark blue. */
const PICTURE = {
  width: 1280,
  height: 720,
  backgroundColor: '#FF1F2D3D',
  layout: { preset: 'default' },
} as const;

/** Requests the recording. The assistant speaks only once it runs, so that nothing is missing. */
export function startVideoRecording(session: CallSession, { clock, progress }: Telling): void {
  const { call } = session;
  const requestedAt = clock.now();
  call.once('recording-started', () => {
    const delaySeconds = (clock.now() - requestedAt) / 1000;
    const stage = 'video-recording-started';
    progress.report({ stage, status: 'completed', metadata: { delaySeconds } });
    session.send({
      type: 'control',
      control: 'say-first-message',
      videoRecordingStartDelaySeconds: delaySeconds,
    });
  });
  call.startRecording(PICTURE);
}
