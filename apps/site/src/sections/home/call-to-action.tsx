import { CallButton } from '../../features/call/call-button.tsx';
import hearth from '../../ui/art/hearth.svg';
import { PageLink } from '../../ui/navigation/page-link.tsx';

export function CallToAction() {
  return (
    <section
      aria-labelledby="call-title"
      className="dark-ground relative flex flex-col-reverse overflow-clip bg-soot text-on-soot"
    >
      <img src={hearth} alt="" width="1100" height="830" loading="lazy" className="hearth" />
      <div className="shell relative py-16 max-lg:pb-4 lg:py-32">
        <h2 id="call-title" className="h-huge max-w-[11ch]">
          Pull up a chair. Ask it anything.
        </h2>
        <p className="lede mt-6 max-w-lg text-ash">
          Our agent Ember knows the platform and says so when it does not. No sign-up and nothing to
          install: press, speak, interrupt it when you like.
        </p>
        <div className="mt-9 flex flex-wrap gap-3.5 max-sm:grid">
          <CallButton className="noscript:hidden" />
          <PageLink className="button button-line" to="/contact">
            Book a demo
          </PageLink>
        </div>
      </div>
    </section>
  );
}
