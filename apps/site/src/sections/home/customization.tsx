import { PageLink } from '../../ui/navigation/page-link.tsx';

export function Customization() {
  return (
    <section id="customization" aria-labelledby="customization-title" className="py-20 lg:py-28">
      <div className="shell">
        <h2 id="customization-title" className="h-large max-w-3xl">
          Every school burns different wood.
        </h2>
        <div className="mt-12 grid gap-6 lg:grid-cols-[1.15fr_1fr]">
          <article className="grid content-between gap-10 rounded-3xl bg-oat p-7 sm:p-10">
            <div>
              <h3 className="h-medium">Literacy Training</h3>
              <p className="mt-4 max-w-lg text-bark">
                For teachers who start from zero and for students who already use AI every day. How
                it works, how to ask it well, and how to check what it says.
              </p>
            </div>
            <Lessons />
            <p>
              <button type="button" className="button button-line">
                Explore Training Options
              </button>
            </p>
          </article>
          <article className="grid content-between gap-10 rounded-3xl bg-amber p-7 text-on-amber sm:p-10">
            <div>
              <h3 className="h-medium">Plugin Customization</h3>
              <p className="mt-4 max-w-lg">
                A tool that only your school needs? Tell us what your teachers do by hand today, and
                we build it into the platform with you.
              </p>
            </div>
            <Plugs />
            <p>
              <PageLink
                className="button button-line"
                to="/contact"
                state={{ preselectedService: 'plugins' }}
              >
                Request a Plugin demo
              </PageLink>
            </p>
          </article>
        </div>
        <article className="mt-6 flex flex-wrap items-center justify-between gap-x-12 gap-y-7 rounded-3xl border-2 border-ink p-7 sm:p-10">
          <div className="max-w-2xl">
            <h3 className="h-medium">Take your AI integration further</h3>
            <p className="mt-4 text-bark">
              Custom AI development, adoption plans for a whole district, or the open platform on
              your own servers. Thirty minutes with an expert are enough to see what fits.
            </p>
          </div>
          <PageLink className="button button-ember" to="/contact">
            Book a demo
          </PageLink>
        </article>
      </div>
    </section>
  );
}

/** The steps of the training, as a small syllabus. */
function Lessons() {
  return (
    <ul className="max-w-md border-t-2 border-ink">
      {[
        'What AI can do, and cannot',
        'Asking well',
        'Checking an answer',
        'Privacy and fair use',
      ].map((lesson) => (
        <li key={lesson} className="border-b-2 border-ink py-2.5 font-display text-lg">
          {lesson}
        </li>
      ))}
    </ul>
  );
}

/** Three boards with dovetail joints, the middle one still to be cut: the place for a plugin. */
function Plugs() {
  return (
    <svg viewBox="0 0 364 140" className="w-full max-w-md" aria-hidden="true">
      <path fill="currentColor" d="M4 27L112 22V58L136 47V107L112 97V133L6 129Z" />
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeDasharray="9 7"
        d="M123 22L235 20V56L259 45V105L235 95V131L123 133V108L147 118V36L123 47Z"
      />
      <path fill="currentColor" d="M246 20L358 26L360 128L246 131V106L270 116V34L246 45Z" />
      <path
        className="plug-grain"
        d="M14 44C40 38 70 40 98 36C70 46 40 46 14 44ZM18 84C44 92 66 80 96 88C66 92 44 96 18 84ZM14 112C34 108 54 114 80 110C56 118 34 118 14 112ZM284 46C304 40 324 46 346 42C326 52 304 52 284 46ZM282 80C302 88 324 78 350 84C326 92 302 94 282 80ZM282 112C300 106 318 112 334 108C318 118 300 118 282 112Z"
      />
      <path
        className="plug-spark"
        d="M192 44c11 8 15 16 15 25 4-3 6-7 6-12 10 10 13 19 12 27-2 14-13 21-26 21-16 0-25-11-23-25 2-12 14-19 16-36Z"
      />
    </svg>
  );
}
