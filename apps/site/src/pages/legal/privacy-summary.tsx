import type { ReactNode } from 'react';
import { Fact } from './privacy-fact.tsx';

interface SummaryRow {
  readonly what: string;
  readonly kept: ReactNode;
  readonly until: ReactNode;
}

/** What is processed, where, and for how long. */
const rows: readonly SummaryRow[] = [
  {
    what: 'Reading these pages',
    kept: 'Nothing about you is stored.',
    until: 'Your network address is held in memory for about a minute, to stop floods of requests.',
  },
  {
    what: 'Your voice in a call',
    kept: <Fact name="voiceKept">Heard and turned into words on this server.</Fact>,
    until: <Fact name="voiceUntil">Gone as it is processed.</Fact>,
  },
  {
    what: 'The words of a call',
    kept: <Fact name="wordsKept">Transcript and times, on this server.</Fact>,
    until: <Fact name="wordsUntil">As long as the operator has set.</Fact>,
  },
  {
    what: 'Your email in the footer',
    kept: 'The address, that it came from the footer, and when.',
    until: 'Until the operator deletes it; ask, and it is.',
  },
  {
    what: 'Booking a demo or writing to us',
    kept: 'What you type in the form, and for a booking its time and your time zone.',
    until: 'Until the operator deletes it; ask, and it is.',
  },
];

/** The summary at a glance, in a band of its own colour. */
export function PrivacySummary() {
  return (
    <section aria-labelledby="in-short" className="bg-amber text-on-amber">
      <div className="shell py-12 lg:py-16">
        <h2 id="in-short" className="h-medium">
          In short
        </h2>
        <dl className="mt-8 border-t-2 border-on-amber">
          {rows.map(({ what, kept, until }) => (
            <div
              key={what}
              className="grid gap-x-8 gap-y-1 border-b-2 border-on-amber py-4 md:grid-cols-[1fr_1.35fr_1.35fr]"
            >
              <dt className="font-display text-xl leading-snug">{what}</dt>
              <dd>{kept}</dd>
              <dd>{until}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
