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

// The first question about time zones loads the browser's tables: a task of its own, so that a press can come between.
setTimeout(() => {
  const start = { query, timeZone: detectedZone(), post: createEmbedderPost(query.embedDomain) };
  // Not hydrated: the shell knows nothing of the visitor, and what replaces it looks the same.
  // A transition is drawn in short steps, for the same reason.
  startTransition(() =>
    container.render(
      <BrokenPage>
        <DemoPage start={start} />
      </BrokenPage>,
    ),
  );
});
