import { SeedlingEmblem } from '../../ui/art/emblems.tsx';
import { ContactLines, Definitions, LegalPage, type LegalSection } from './legal-page.tsx';

export default function AccessibilityPage() {
  return (
    <LegalPage
      title="Accessibility"
      emblem={<SeedlingEmblem />}
      lede="A site about learning has to be open to everyone who learns and everyone who teaches. Here is what we aim at, what we have tested, and where we still fall short."
      sections={sections}
    />
  );
}

const sections: readonly LegalSection[] = [
  {
    id: 'aim',
    title: 'What we aim at',
    body: (
      <p>
        The Web Content Accessibility Guidelines 2.2, level AA, on every page and in every state:
        the menu, the call, its notices and errors, and each step of a booking. Nobody outside has
        audited the site yet, so we call this our aim and not a certificate. There is no conformance
        report (VPAT) at this time.
      </p>
    ),
  },
  {
    id: 'ways',
    title: 'More than one way',
    body: (
      <ul>
        <li>
          You do not have to speak or hear to use the call: what is said on both sides stands in the
          transcript, and you can type instead of talking.
        </li>
        <li>
          You do not need the call or the calendar at all. Everything the agent knows is about what
          these pages say, and a demo can be arranged at <ContactLines />.
        </li>
        <li>The pages can be read without JavaScript, in light and in dark colors.</li>
        <li>
          What moves by itself has a button that stops it, and stays still if your system asks for
          less motion.
        </li>
      </ul>
    ),
  },
  {
    id: 'tested',
    title: 'How it was tested',
    body: (
      <>
        <p>These tests run with every change to the site, in Chromium:</p>
        <Definitions
          entries={[
            [
              'axe',
              'Every page and state, light and dark; a finding it is unsure of counts as one.',
            ],
            [
              'Keyboard',
              'The order of stops, a visible focus on each, dialogs that keep it and give it back, no traps.',
            ],
            [
              'Sizes',
              'A window 320 pixels wide, and text at twice its size, without sideways scrolling.',
            ],
            ['Forced colors', 'High-contrast colors of the system in place of ours.'],
            ['Reduced motion', 'No movement that was not asked for.'],
            [
              'Announcements',
              'Messages, errors and the agent’s finished sentences reach live regions.',
            ],
          ]}
        />
        <p>
          Machines find a part of what can be wrong. The site has not been tested by people who use
          a screen reader, voice control or a switch every day, nor in Firefox and Safari.
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Where we fall short',
    body: (
      <ul>
        <li>
          The recognizer understands English only, and mishears strong accents, unusual speech and
          far microphones more than others. Typing is the way around it.
        </li>
        <li>
          The agent’s voice is made by a machine and can sound flat. Its speed cannot be changed.
        </li>
        <li>
          A call ends after a set time, and cannot be made longer. A new one can be started at once.
        </li>
        <li>
          Where the operator shows a calendar of Calendly or Cal.com instead of our own, its
          accessibility is not in our hands. Write or phone for a time instead.
        </li>
      </ul>
    ),
  },
  {
    id: 'tell-us',
    title: 'Tell us about a barrier',
    body: (
      <p>
        If something stands in your way, or you need any of this in another form, tell us:{' '}
        <ContactLines />. It helps to know the page, what you wanted to do, and what you use
        (browser, screen reader, settings). A barrier counts as a bug.
      </p>
    ),
  },
];
