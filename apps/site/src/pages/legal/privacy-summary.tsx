/** What is processed, where it is, for how long; as the software does it unless its operator changed it. */
const rows = [
  {
    what: 'Reading these pages',
    kept: 'Nothing about you is stored.',
    until: 'Your network address is held in memory for about a minute, to stop floods of requests.',
  },
  {
    what: 'Your voice in a call',
    kept: 'Heard and turned into words on this server. Not recorded.',
    until: 'Gone as it is processed.',
  },
  {
    what: 'The words of a call',
    kept: 'Transcript, times, and how the call ended, on this server. No name, no address.',
    until: 'Until the operator deletes them.',
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
] as const;

/** The whole of it at a glance, on a field of its own colour. */
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
