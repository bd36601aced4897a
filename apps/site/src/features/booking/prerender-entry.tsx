import { renderToStaticMarkup } from 'react-dom/server';
import { DemoPage } from './demo-page.tsx';
import { ManagePage } from './manage/manage-page.tsx';

/** The pages before any script: the frame, the facts that are known, and what to do without JavaScript. */
export function renderShells(): { readonly demo: string; readonly booking: string } {
  return {
    demo: renderToStaticMarkup(<DemoPage start={null} />),
    booking: renderToStaticMarkup(<ManagePage access="unknown" />),
  };
}
