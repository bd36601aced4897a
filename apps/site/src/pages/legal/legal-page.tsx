import { brand } from '@kindling/protocol/brand';
import { Fragment, type ReactNode, useEffect } from 'react';
import { SmallFooter } from '../../sections/layout/small-footer.tsx';
import { Logo } from '../../ui/logo.tsx';

/** When the texts were last changed. */
const REVISED = { date: '2026-11-22', words: '22 November 2026' } as const;

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalPageProps {
  readonly title: string;
  /** A woodcut beside the heading, on wide screens. */
  readonly emblem: ReactNode;
  /** The page's summary. */
  readonly lede: ReactNode;
  /** Stands between the heading and the sections. */
  readonly summary?: ReactNode;
  readonly sections: readonly LegalSection[];
}

/** A page of text with a table of contents beside it. */
export function LegalPage({ title, emblem, lede, summary, sections }: LegalPageProps) {
  useEffect(() => {
    if (window.location.hash === '') window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <header className="shell py-5">
        <a href="/" aria-label={`${brand.name}, home`} className="inline-block py-2">
          <Logo />
        </a>
      </header>
      <main>
        <div className="shell flex items-center justify-between gap-12 pt-8 pb-14 lg:pt-14 lg:pb-20">
          <div>
            <h1 className="h-huge">{title}</h1>
            <p className="lede mt-7 max-w-[42rem] text-bark">{lede}</p>
          </div>
          <div className="legal-emblem flex-none max-md:hidden">{emblem}</div>
        </div>
        {summary}
        <div className="shell grid gap-x-20 gap-y-12 py-14 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-20">
          <Contents sections={sections} />
          <div className="max-w-[43rem]">
            {sections.map(({ id, title: heading, body }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`} className="legal-section">
                <h2 id={`${id}-title`} className="h-medium">
                  {heading}
                </h2>
                <div className="legal-text">{body}</div>
              </section>
            ))}
            <p className="legal-section text-bark">
              This text was last changed on <time dateTime={REVISED.date}>{REVISED.words}</time>.
            </p>
          </div>
        </div>
      </main>
      <SmallFooter />
    </>
  );
}

function Contents({ sections }: Pick<LegalPageProps, 'sections'>) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-8 lg:self-start">
      <p className="font-semibold text-ember">On this page</p>
      <ol className="mt-3 border-t-2 border-ink">
        {sections.map(({ id, title }) => (
          <li key={id} className="border-b border-rule">
            <a href={`#${id}`} className="block py-2 leading-snug hover:text-ember">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The ways to reach the people who run the site. */
export function ContactLines() {
  return (
    <>
      <a className="link" href={`mailto:${brand.email}`}>
        {brand.email}
      </a>{' '}
      or{' '}
      <a className="link whitespace-nowrap" href={brand.phoneHref}>
        {brand.phone}
      </a>
    </>
  );
}

interface TermsOfListProps {
  readonly entries: readonly (readonly [term: string, words: ReactNode])[];
}

/** A list of terms with their descriptions. */
export function Definitions({ entries }: TermsOfListProps) {
  return (
    <dl>
      {entries.map(([term, words]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
