import type { Participant } from '@kindling/call';
import { useState } from 'react';
import { usePageState } from '../state/page-context.ts';
import { fitGrid } from './fit-grid.ts';
import { PageTurner } from './page-turner.tsx';
import { Tile } from './tile.tsx';
import { useSize } from './use-size.ts';

/** Fewer tiles a page on a phone, so that faces remain recognisable. */
const SMALLEST_TILE = { width: 148, height: 120 };

/** All participants, as large as they fit, page by page. */
export function TileGrid({ people }: { readonly people: readonly Participant[] }) {
  const { least, most } = usePageState((state) => state.tilesPerPage);
  const [ref, { width, height }] = useSize();
  const [wanted, setPage] = useState(0);
  const perPage = Math.max(least, Math.min(most, fitting(width, height)));
  const pages = Math.max(1, Math.ceil(people.length / perPage));
  const page = Math.min(wanted, pages - 1);
  const shown = people.slice(page * perPage, (page + 1) * perPage);
  const shape = fitGrid(shown.length, width, height);
  return (
    <div className="grid-stage">
      <div ref={ref} className="grid-box">
        <div className="grid-tiles" style={{ maxWidth: (shape.width + 12) * shape.columns }}>
          {shown.map((one) => (
            <div
              key={one.session_id}
              className="grid-cell"
              style={{ width: shape.width, height: shape.height }}
            >
              <Tile participant={one} />
            </div>
          ))}
        </div>
      </div>
      {pages > 1 ? <PageTurner page={page} pages={pages} onTurn={setPage} /> : null}
    </div>
  );
}

function fitting(width: number, height: number): number {
  return (
    Math.max(1, Math.floor(width / SMALLEST_TILE.width)) *
    Math.max(1, Math.floor(height / SMALLEST_TILE.height))
  );
}
