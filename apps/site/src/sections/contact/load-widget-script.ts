import type { CalendlyInterface } from '../../features/widget/widget.ts';

/** The interface of the widget script, ours or a hosted one. */
export type SchedulingWidget = Pick<CalendlyInterface, 'initInlineWidget'> &
  Partial<Pick<CalendlyInterface, 'destroyInlineWidget'>>;

let loading: Promise<SchedulingWidget> | undefined;

/** Loads the scheduling script, once; after a failure the next call tries again. */
export function loadWidgetScript(scriptUrl: string): Promise<SchedulingWidget> {
  if (window.Calendly) return Promise.resolve(window.Calendly);
  loading ??= insertScript(scriptUrl).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function insertScript(scriptUrl: string): Promise<SchedulingWidget> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    const fail = (reason: string) => {
      script.remove();
      reject(new Error(`The scheduling script ${script.src} ${reason}`));
    };
    script.addEventListener('error', () => fail('could not be loaded'));
    script.addEventListener('load', () => {
      if (window.Calendly) resolve(window.Calendly);
      else fail('put no widget on the page');
    });
    document.head.append(script);
  });
}
