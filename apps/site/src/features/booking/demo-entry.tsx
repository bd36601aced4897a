import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { readBookingQuery } from './booking-query.ts';
import { BrokenPage } from './components/broken-page.tsx';
import { DemoPage } from './demo-page.tsx';
import { createEmbedderPost } from './embedder.ts';
import { detectedZone } from './zones/time-zones.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

const query = readBookingQuery(window.location.search);
const container = createRoot(root);

// The first use of time zones loads the browser's tables: in a task of its own, so that a click can be handled in between.
setTimeout(() => {
  const start = { query, timeZone: detectedZone(), post: createEmbedderPost(query.embedDomain) };
  // Not hydrated: the shell has no visitor data, and what replaces it looks the same.
  // A transition renders in short steps, for the same reason.
  startTransition(() =>
    container.render(
      <BrokenPage>
        <DemoPage start={start} />
      </BrokenPage>,
    ),
  );
});
