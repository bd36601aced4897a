import { type PrivacyFact, privacyFactPlaceholder } from '@kindling/protocol/privacy-facts';
import { usePrerendered } from '../../ui/prerender/prerendered.tsx';

interface FactProps {
  readonly name: PrivacyFact;
  /** What is so wherever the page is shown without its server, as while it is being written. */
  readonly children: string;
}

/** A sentence that the server writes by how it is set up. The page keeps its HTML: no script touches it. */
export function Fact({ name, children }: FactProps) {
  const isPrerendered = usePrerendered('privacy') !== undefined;
  return <>{isPrerendered ? privacyFactPlaceholder(name) : children}</>;
}
