import { brand } from '@kindling/protocol/brand';
import { PencilEmblem } from '../../ui/art/emblems.tsx';
import { ContactLines, LegalPage, type LegalSection } from './legal-page.tsx';

export default function TermsPage() {
  return (
    <LegalPage
      title="Terms of use"
      emblem={<PencilEmblem />}
      lede="What you may expect of this site and of the AI agent you can talk to, and what we ask of you. In plain words, because that is what we teach."
      sections={sections}
    />
  );
}

const sections: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <>
        <p>
          This site is run by {brand.name}, {brand.location}. You reach us at <ContactLines />.
        </p>
        <p>
          These terms are about the site: reading it, talking to its agent, leaving an address,
          booking a demo. A school that uses the platform makes an agreement of its own with us;
          nothing here takes its place. Which law applies, and what it wants said besides, is for
          the operator of this site to add.
        </p>
      </>
    ),
  },
  {
    id: 'agent',
    title: 'The AI agent',
    body: (
      <>
        <p>
          You talk with an AI, not a person. It answers questions about {brand.name}. It can mishear
          you, and it can be wrong.
        </p>
        <ul>
          <li>What it says is no offer and no promise. What counts is what we put in writing.</li>
          <li>
            It gives no legal, medical or psychological advice. In an emergency, call your local
            emergency number.
          </li>
          <li>
            It is there around the clock as long as the server is, for so many visitors at a time. A
            call can end after a set time, and the number of calls from one place is limited.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'you',
    title: 'What we ask of you',
    body: (
      <ul>
        <li>Use the call, the forms and the bookings as an adult, for yourself or your school.</li>
        <li>
          Leave out what does not belong there: secrets, health, and anything about a particular
          child.
        </li>
        <li>Book a time that you mean to keep, and cancel it by its link when you cannot.</li>
        <li>
          Do not flood the site, do not try to get at what is not yours, and do not use the agent to
          hurt anybody.
        </li>
      </ul>
    ),
  },
  {
    id: 'demo',
    title: 'Booking a demo',
    body: (
      <p>
        A demo is a conversation of 30 minutes. Booking one is a request for that conversation and
        buys nothing. If we have to move it, we write to the address you gave.
      </p>
    ),
  },
  {
    id: 'samples',
    title: 'Samples on these pages',
    body: (
      <p>
        The chat, the scores, the mood chart and the quotes on these pages are samples, made to show
        what the product does. They are not results of a school, and they promise none.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Words, pictures, software',
    body: (
      <p>
        The texts and pictures of this site belong to {brand.name}. The software it runs on is open
        source under the MIT license, which comes with no warranty. The transcript of your call is
        yours to keep and to use.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'If something goes wrong',
    body: (
      <p>
        The site is offered as it is, without charge. We keep it running with care, but do not
        promise that it is always there or free of mistakes. Rights that your law gives you and that
        cannot be signed away are not touched by anything on this page. What else is to be said
        about liability is for the operator to add under the law that applies.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Your data',
    body: (
      <p>
        What is processed, where and for how long stands on the page{' '}
        <a className="link" href="/privacy">
          Privacy
        </a>
        .
      </p>
    ),
  },
];
