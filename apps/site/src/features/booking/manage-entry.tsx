import { createRoot } from 'react-dom/client';
import { BrokenPage } from './components/broken-page.tsx';
import { ManagePage } from './manage/manage-page.tsx';
import { readAccess } from './manage/read-access.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

// Another link of the same booking pasted over this one changes only the fragment.
window.addEventListener('hashchange', () => window.location.reload());
createRoot(root).render(
  <BrokenPage>
    <ManagePage access={readAccess(window.location)} />
  </BrokenPage>,
);
