import { randomUUID } from 'node:crypto';
import type { BackgroundSound } from '../../audio/background.ts';
import { assertOpusSampleRate } from '../../audio/sample-rates.ts';
import type { AgentOptions, Room } from '../../port.ts';
import type { ObjectId } from './messages.ts';
import { roomEnded } from './reach.ts';
import { createRemoteOutput, type RemoteOutput } from './remote-output.ts';
import type { RemoteRoomOptions, RoomNotice } from './remote-room.ts';

/** Agents and players of a remote room. */
export interface RemoteParticipants extends Pick<Room, 'addAgent' | 'addPlayer'> {
  /** Stops their output; notices are still handled. */
  stop(): void;
  /** Stops their output and handles no more notices. */
  close(): void;
}

export function createRemoteParticipants(
  { roomId, reach, nextId, listen }: RemoteRoomOptions,
  isOpen: () => boolean,
): RemoteParticipants {
  const outputs = new Map<ObjectId, RemoteOutput>();

  const remove = (id: ObjectId): void => {
    outputs.get(id)?.stop();
    outputs.delete(id);
    listen(id, null);
  };

  /** What agents and players have in common. */
  const add = (
    type: 'add-agent' | 'add-player',
    {
      userName,
      sampleRate,
      sessionId = randomUUID(),
    }: Pick<AgentOptions, 'userName' | 'sampleRate' | 'sessionId'>,
    handle: (notice: RoomNotice) => void,
  ) => {
    const id = nextId();
    assertOpusSampleRate(sampleRate);
    if (!isOpen()) throw roomEnded();
    reach.post({ type, roomId, id, options: { userName, sampleRate, sessionId } });
    const output = createRemoteOutput(reach, { id, sampleRate });
    outputs.set(id, output);
    listen(id, (notice) => {
      if (notice.type === 'played') output.handlePlayed(notice.samples);
      else handle(notice);
    });
    const invoke = (method: string, ...args: unknown[]) =>
      reach.post({ type: 'invoke', target: 'participant', id, method, args });
    const leave = () => {
      invoke('leave');
      remove(id);
    };
    return { sessionId, output, invoke, leave };
  };

  return {
    addAgent(agent) {
      const { sessionId, output, invoke, leave } = add('add-agent', agent, (notice) => {
        if (notice.type === 'audio')
          reach.guard('agent-audio', () => agent.onAudio(notice.pcm, notice.sessionId));
        else if (notice.type === 'app-message') {
          const { data, sessionId: from, sequence, requestId } = notice;
          let result: unknown;
          reach.guard('agent-message', () => {
            result = agent.onAppMessage(data, from, sequence);
          });
          const done = () => reach.post({ type: 'request-result', requestId });
          void Promise.resolve(result).then(done, done);
        }
      });
      const sendAppMessage = (data: unknown, to?: string) => invoke('sendAppMessage', data, to);
      const setBackground = (sound: BackgroundSound) => invoke('setBackground', sound);
      return { sessionId, output, sendAppMessage, setBackground, leave };
    },
    addPlayer(player) {
      const { sessionId, output, invoke, leave } = add('add-player', player, () => {});
      return {
        sessionId,
        output,
        leave,
        sendVideoFrame: (frame, time) => invoke('sendVideoFrame', frame, time),
        setTracks: (tracks) => invoke('setTracks', tracks),
      };
    },
    stop() {
      for (const output of outputs.values()) output.stop();
    },
    close() {
      for (const id of [...outputs.keys()]) remove(id);
    },
  };
}
