import { Link } from 'lucide-react';
import { Campfire } from '../components/campfire.tsx';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { showToast } from '../state/toasts.ts';
import { Tile } from './tile.tsx';

/** Shown while the local participant is alone: a fire, and the link to send. */
export function Alone() {
  const { store } = usePage();
  const strings = useStrings();
  const me = usePageState((state) => state.participants.find((one) => one.local));
  const showLocalVideo = usePageState((state) => state.showLocalVideo);
  const copy = () => {
    // The token in the address belongs to the local participant.
    const link = `${location.origin}${location.pathname}`;
    navigator.clipboard.writeText(link).then(
      () => showToast(store, strings.linkCopied),
      () => showToast(store, strings.requestFailed, 'alarm'),
    );
  };
  return (
    <div className="alone">
      <Campfire />
      <h2 className="title">{strings.aloneTitle}</h2>
      <p className="lede">{strings.aloneText}</p>
      <button type="button" className="button button-line" onClick={copy}>
        <Link size={19} aria-hidden="true" />
        {strings.copyLink}
      </button>
      {me !== undefined && showLocalVideo ? (
        <div className="alone-self">
          <Tile participant={me} />
        </div>
      ) : null}
    </div>
  );
}
