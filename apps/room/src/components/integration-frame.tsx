import { X } from 'lucide-react';
import { type IframeHTMLAttributes, useEffect, useRef } from 'react';
import { mayControl } from '../state/integrations.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';

/** Scripts run in the integration's own origin, without access to ours. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-same-origin';
/** An inline document would share our origin: it may run scripts, but in an opaque origin. */
const SANDBOX_INLINE = 'allow-scripts allow-forms allow-popups';

export function IntegrationFrame({ id }: { readonly id: string }) {
  const { actions } = usePage();
  const strings = useStrings();
  const integration = usePageState((state) => state.integrations[id]);
  const local = usePageState((state) => state.participants.find((one) => one.local));
  const ref = useRef<HTMLIFrameElement>(null);
  const csp = integration?.csp;
  useEffect(() => {
    if (csp !== undefined) ref.current?.setAttribute('csp', csp);
  }, [csp]);
  if (integration === undefined) return null;
  return (
    <section className="integration" aria-label={integration.label}>
      <header className="integration-head">
        {integration.iconURL === undefined ? null : (
          <img src={integration.iconURL} alt="" width={20} height={20} />
        )}
        <h2>{integration.label}</h2>
        {local !== undefined && mayControl(integration, local) ? (
          <button
            type="button"
            className="round-button"
            aria-label={`${strings.stop}: ${integration.label}`}
            onClick={() => actions.stopIntegration(id)}
          >
            <X size={18} aria-hidden="true" />
          </button>
        ) : null}
      </header>
      <iframe ref={ref} className="integration-frame" {...frameAttributes(integration)} />
    </section>
  );
}

type Integration = Parameters<typeof mayControl>[0];

function frameAttributes(integration: Integration): IframeHTMLAttributes<HTMLIFrameElement> {
  const {
    label,
    src,
    srcdoc,
    allow,
    loading = 'lazy',
    name,
    referrerPolicy,
    sandbox,
  } = integration;
  return {
    title: label,
    loading,
    sandbox: sandbox ?? (srcdoc === undefined && !isOurs(src) ? SANDBOX : SANDBOX_INLINE),
    ...(srcdoc === undefined
      ? { src: isWebAddress(src) ? src : 'about:blank' }
      : { srcDoc: srcdoc }),
    ...(allow === undefined ? {} : { allow }),
    ...(name === undefined ? {} : { name }),
    referrerPolicy: (referrerPolicy ?? 'origin') as NonNullable<
      IframeHTMLAttributes<HTMLIFrameElement>['referrerPolicy']
    >,
  };
}

function isOurs(src: string | undefined): boolean {
  return src !== undefined && URL.canParse(src, location.href)
    ? new URL(src, location.href).origin === location.origin
    : false;
}

function isWebAddress(src: string | undefined): src is string {
  return (
    src !== undefined &&
    URL.canParse(src, location.href) &&
    /^https?:$/.test(new URL(src, location.href).protocol)
  );
}
