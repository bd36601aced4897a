import type { WidgetMessage } from '@kindling/protocol/scheduling';
import { useEffect } from 'react';

/** Tells the embedding page how tall this one is, whenever that changes. */
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
