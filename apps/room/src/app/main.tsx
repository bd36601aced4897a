import { brand } from '@kindling/protocol/brand';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openPage } from './open-page.ts';
import { RoomPage } from './room-page.tsx';

document.title = brand.name;
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <RoomPage page={await open()} />
  </StrictMode>,
);

async function open() {
  if (import.meta.env.MODE === 'demo') {
    const { createDemoPage } = await import('../testing/demo.ts');
    const name = new URLSearchParams(location.search).get('demo') ?? 'prejoin';
    return createDemoPage(name).page;
  }
  return openPage();
}
