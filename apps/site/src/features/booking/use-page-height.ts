import type { WidgetMessage } from '@kindling/protocol/scheduling';
import { useEffect } from 'react';

/** Sends the embedding page this page's height whenever it changes. */
export function usePageHeight(post: (message: WidgetMessage) => void): void {
  useEffect(() => {
    const page = document.querySelector('.page');
    if (!page) return;
    const observer = new ResizeObserver(() => {
      const height = `${Math.ceil(page.getBoundingClientRect().height)}px`;
      post({ event: 'calendly.page_height', payload: { height } });
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, [post]);
}
