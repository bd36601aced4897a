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
  readonly registry: ParticipantRegistry;
  readonly messages: AppMessages;
  readonly audience: VoiceAudience;
  readonly speaker: ActiveSpeaker;
}

/** Adds the participants that live in the server: agents and media players. */
export function createServerParticipants(
  options: ServerParticipantsOptions,
): Pick<Room, 'addAgent' | 'addPlayer'> {
  const { context, registry, messages, audience, speaker } = options;

  const remove = (sessionId: string): void => {
    registry.remove(sessionId);
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
      registry.addAgent(agent);
      registry.sync(agent.sessionId);
      // The caller gets its participant before the first message arrives.
      queueMicrotask(() => messages.welcome(agent));
      return {
        sessionId: agent.sessionId,
        output: agent.output,
        sendAppMessage: (data, to = '*') =>
          void messages.route({ from: agent.sessionId, data, sequence: null }, to),
        setBackground: agent.setBackground,
        leave() {
          agent.close();
          remove(agent.sessionId);
        },
      };
    },
    addPlayer(playerOptions) {
      const player = createPlayerSession({ player: playerOptions, context, onLevel: speaker.hear });
      registry.addPlayer(player);
      registry.sync(player.sessionId);
      return {
        sessionId: player.sessionId,
        output: player.output,
        sendVideoFrame: player.sendVideoFrame,
        setTracks(tracks) {
          player.setTracks(tracks);
          registry.sync(player.sessionId);
        },
        leave() {
          player.close();
          remove(player.sessionId);
        },
      };
    },
  };
}
