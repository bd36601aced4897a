import Daily from '@daily-co/daily-js';
import Kindling from '@kindling/call';

/** What both libraries know before anything was joined; what throws or rejects is reported as such. */
export async function readBeforeJoin() {
  const read = async (factory: Pick<typeof Daily, 'createCallObject'>) => {
    const call = factory.createCallObject({ userName: 'Ada', userData: { desk: 1 } });
    try {
      return {
        participants: call.participants(),
        participantCounts: call.participantCounts(),
        cpuLoad: await call.getCpuLoadStats(),
        network: await call.getNetworkStats(),
        topology: await call.getNetworkTopology(),
        startLiveStreaming: Reflect.apply(call.startLiveStreaming, call, []) ?? null,
        stopLiveStreaming: call.stopLiveStreaming() ?? null,
        inputSettings: await call.getInputSettings(),
        receiveSettings: await call.getReceiveSettings(),
        sendSettings: call.getSendSettings(),
        inputDevices: await call.getInputDevices(),
        session: call.meetingSessionSummary(),
        state: call.meetingState(),
      };
    } finally {
      await call.destroy();
    }
  };
  return { published: await read(Daily), ours: await read(Kindling) };
}

Object.assign(globalThis, { readBeforeJoin });
