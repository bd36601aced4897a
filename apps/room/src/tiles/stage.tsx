import { IntegrationFrame } from '../components/integration-frame.tsx';
import { usePageState } from '../state/page-context.ts';
import type { PageState } from '../state/page-state.ts';
import { Alone } from './alone.tsx';
import { Spotlight } from './spotlight.tsx';
import { Tile } from './tile.tsx';
import { TileGrid } from './tile-grid.tsx';

/** The main area of the call: an integration, a shared screen, the active speaker, or the grid. */
export function Stage() {
  const participants = usePageState((state) => state.participants);
  const showLocalVideo = usePageState((state) => state.showLocalVideo);
  const activeSpeakerMode = usePageState((state) => state.activeSpeakerMode);
  const activeSpeakerId = usePageState((state) => state.activeSpeakerId);
  const mainIntegration = usePageState(findMainIntegration);
  const fakePeople = usePageState((state) => state.fakePeople);
  const others = participants.filter((one) => !one.local);
  const own = participants.filter((one) => one.local && showLocalVideo);
  const people = [...others, ...fakePeople, ...own];
  const screens = participants.filter((one) => one.screen && !one.local);
  const ownScreen = participants.find((one) => one.screen && one.local);
  const sharing = screens.at(-1) ?? ownScreen;

  if (mainIntegration !== null) {
    return (
      <Spotlight people={people}>
        <IntegrationFrame id={mainIntegration} />
      </Spotlight>
    );
  }
  if (sharing !== undefined) {
    return (
      <Spotlight people={people}>
        <Tile participant={sharing} shows="screenVideo" />
      </Spotlight>
    );
  }
  if (participants.length + fakePeople.length <= 1) return <Alone />;
  if (activeSpeakerMode) {
    const listened = people.filter((one) => !one.local);
    const large = listened.find((one) => one.session_id === activeSpeakerId) ?? listened[0];
    if (large !== undefined) {
      return (
        <Spotlight people={people.filter((one) => one !== large)}>
          <Tile participant={large} />
        </Spotlight>
      );
    }
  }
  return <TileGrid people={people} />;
}

function findMainIntegration({ runningIntegrations, integrations }: PageState): string | null {
  for (const id of runningIntegrations) if (integrations[id]?.location === 'main') return id;
  return null;
}
