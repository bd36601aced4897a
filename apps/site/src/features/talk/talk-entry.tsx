import { readTalkAddress } from '@kindling/protocol/talk-address';
import { createRoot } from 'react-dom/client';
import { ErrorScreen, logUncaught } from '../../ui/error-screen.tsx';
import { TalkPage } from './talk-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

// Another address pasted over this one changes only the fragment.
window.addEventListener('hashchange', () => window.location.reload());
const { hash } = window.location;
// Not hydrated: the shell knows nothing of the address, and what replaces it looks the same.
createRoot(root, { onUncaughtError: logUncaught }).render(
  <ErrorScreen>
    <TalkPage opened={{ isBare: hash.length < 2, address: readTalkAddress(hash) }} />
  </ErrorScreen>,
);
