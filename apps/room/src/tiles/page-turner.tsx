import { ChevronLeft, ChevronRight } from 'lucide-react';
import { fill } from '../lang/fill.ts';
import { useStrings } from '../state/page-context.ts';

interface PageTurnerProps {
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}

export function PageTurner({ page, pages, onTurn }: PageTurnerProps) {
  const strings = useStrings();
  return (
    <div className="page-turner">
      <button
        type="button"
        className="round-button"
        aria-label={strings.previous}
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </button>
      <p role="status">{fill(strings.page, { page: page + 1, pages })}</p>
      <button
        type="button"
        className="round-button"
        aria-label={strings.next}
        disabled={page === pages - 1}
        onClick={() => onTurn(page + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
