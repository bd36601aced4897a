import { renderToStaticMarkup } from 'react-dom/server';
import { TalkPage } from './talk-page.tsx';

/** The page before any script: the frame, and what to do without JavaScript. */
export function renderShell(): string {
  return renderToStaticMarkup(<TalkPage opened={null} />);
}
