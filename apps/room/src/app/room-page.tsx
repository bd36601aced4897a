import { Toasts } from '../components/toasts.tsx';
import { Broken } from '../screens/broken.tsx';
import { InCall } from '../screens/in-call.tsx';
import { Prejoin } from '../screens/prejoin.tsx';
import { Failed, Joining, Left, Lobby } from '../screens/threshold.tsx';
import { type Page, PageContext, usePageState } from '../state/page-context.ts';

export function RoomPage({ page }: { readonly page: Page }) {
  return (
    <PageContext value={page}>
      <Broken>
        <Screen />
      </Broken>
      <Toasts />
    </PageContext>
  );
}

function Screen() {
  const stage = usePageState((state) => state.stage);
  switch (stage.name) {
    case 'starting':
      return <main className="starting" aria-busy="true" />;
    case 'prejoin':
      return <Prejoin />;
    case 'joining':
      return <Joining />;
    case 'lobby':
      return <Lobby accessRequest={stage.accessRequest} />;
    case 'call':
      return <InCall />;
    case 'left':
      return <Left ended={stage.ended} />;
    case 'failed':
      return <Failed kind={stage.kind} />;
  }
}
