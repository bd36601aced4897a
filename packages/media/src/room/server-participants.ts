import type { AppMessages } from '../control/app-messages.ts';
import type { MediaContext } from '../participant/media-context.ts';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { Room } from '../port.ts';
import { createAgentSession } from '../server-participants/agent-session.ts';
import { createPlayerSession } from '../server-participants/player-session.ts';
import type { ActiveSpeaker } from './active-speaker.ts';
import type { VoiceAudience } from './voice-audience.ts';

export interface ServerParticipantsOptions {
  readonly context: MediaContext;
  readonly members: ParticipantRegistry;
  readonly messages: AppMessages;
  readonly audience: VoiceAudience;
  readonly speaker: ActiveSpeaker;
}

/** Participants that live in the server: agents, and what it plays. */
export function createServerParticipants(
  options: ServerParticipantsOptions,
): Pick<Room, 'addAgent' | 'addPlayer'> {
  const { context, members, messages, audience, speaker } = options;

  const dismiss = (sessionId: string): void => {
    members.remove(sessionId);
    speaker.forget(sessionId);
    audience.refresh();
  };

  return {
    addAgent(agentOptions) {
      const agent = createAgentSession({
        agent: agentOptions,
        context,
        canSpeak: audience.canSpeak,
        onLevel: speaker.hear,
      });
      members.addAgent(agent);
      members.sync(agent.sessionId);
      // The caller has its participant in hand before the first message comes.
      queueMicrotask(() => messages.welcome(agent));
      return {
        sessionId: agent.sessionId,
        output: agent.output,
        sendAppMessage: (data, to = '*') => void messages.route(agent.sessionId, to, data),
        leave() {
          agent.close();
          dismiss(agent.sessionId);
        },
      };
    },
    addPlayer(sourceOptions) {
      const source = createPlayerSession({ source: sourceOptions, context, onLevel: speaker.hear });
      members.addPlayer(source);
      members.sync(source.sessionId);
      return {
        sessionId: source.sessionId,
        output: source.output,
        sendVideoFrame: source.sendVideoFrame,
        setTracks(tracks) {
          source.setTracks(tracks);
          members.sync(source.sessionId);
        },
        leave() {
          source.close();
          dismiss(source.sessionId);
        },
      };
    },
  };
}
