import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { logUncaught } from './error-screen.tsx';
import { unmarkPresses } from './replay.ts';
import { startScrollMemory } from './routing/scroll-memory.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
);

unmarkPresses();
// The development page arrives empty; a built one arrives with its text.
if (root.firstElementChild) hydrateRoot(root, app, { onUncaughtError: logUncaught });
else createRoot(root, { onUncaughtError: logUncaught }).render(app);
startScrollMemory();
