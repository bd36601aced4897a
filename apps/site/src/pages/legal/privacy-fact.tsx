import { type PrivacyFact, privacyFactPlaceholder } from '@kindling/protocol/privacy-facts';
import { usePrerendered } from '../../ui/prerender/prerendered.tsx';

interface FactProps {
  readonly name: PrivacyFact;
  /** The default text, used without a server, as in development. */
  readonly children: string;
}

/** A sentence that the server fills in from its configuration. No script changes its HTML. */
export function Fact({ name, children }: FactProps) {
  const isPrerendered = usePrerendered('privacy') !== undefined;
  return <>{isPrerendered ? privacyFactPlaceholder(name) : children}</>;
}
