import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { logUncaught } from '../ui/error-screen.tsx';
import { startScrollMemory } from '../ui/navigation/scroll-memory.ts';
import { unmarkEarlyClicks } from '../ui/prerender/replay-early-clicks.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
);

unmarkEarlyClicks();
// The development page is empty; a built one is prerendered.
if (root.firstElementChild) hydrateRoot(root, app, { onUncaughtError: logUncaught });
else createRoot(root, { onUncaughtError: logUncaught }).render(app);
startScrollMemory();
