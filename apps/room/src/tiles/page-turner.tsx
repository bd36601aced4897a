import { ChevronLeft, ChevronRight } from 'lucide-react';
import { fill } from '../lang/fill.ts';
import { useWords } from '../state/page-context.ts';

interface PageTurnerProps {
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}

export function PageTurner({ page, pages, onTurn }: PageTurnerProps) {
  const words = useWords();
  return (
    <div className="page-turner">
      <button
        type="button"
        className="round-button"
        aria-label={words.previous}
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </button>
      <p role="status">{fill(words.page, { page: page + 1, pages })}</p>
      <button
        type="button"
        className="round-button"
        aria-label={words.next}
        disabled={page === pages - 1}
        onClick={() => onTurn(page + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
