import { brand } from '@kindling/protocol/brand';
import { ContactLines, Definitions, type LegalSection } from './legal-page.tsx';
import { Fact } from './privacy-fact.tsx';

/** What is true of the software: change both together. What depends on the configuration is a `PrivacyFact`. */
export const privacySections: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          This site is run by {brand.name}, {brand.location}. You reach us at <ContactLines />.
        </p>
        <p>
          The site and everything behind it run on a server of the operator’s own. What stands here
          describes the software as it is delivered. Which country’s law applies, and what that law
          wants named besides (a legal entity and its address, the legal grounds, a data protection
          officer, an authority to complain to), is for the operator to add. It has not been added
          yet.
        </p>
      </>
    ),
  },
  {
    id: 'call',
    title: 'The voice call',
    body: (
      <>
        <p>
          The agent is an AI, not a person. Your microphone is asked for only after you press the
          button and have read a short notice, and it is let go when the call ends. You can mute it,
          or type instead.
        </p>
        <ul>
          <li>
            Your voice travels encrypted to this server, which recognizes speech and speaks the
            answers. <Fact name="callSound">It is held in memory while it is worked on.</Fact>
          </li>
          <li>
            <Fact name="callWords">The words of both sides are stored with the call.</Fact> Nobody’s
            name or network address is stored with it. Say only what you would also write in an
            email.
          </li>
          <li>
            When you accepted the notice before the call, which text it had and in which language is
            stored with the call, and goes with it.
          </li>
          <li>
            <Fact name="callUntil">What was said is kept as long as the operator has set.</Fact> The
            operator sees calls, and can delete them sooner.
          </li>
          <li>
            Calls do not train anything: the software has no part that learns from them. No print of
            your voice is made, and nobody is recognized by it.
          </li>
        </ul>
        <p>After a call you can copy or download its transcript; that copy is yours alone.</p>
      </>
    ),
  },
  {
    id: 'mood',
    title: 'Mood is never read from a voice',
    body: (
      <p>
        The Mood Tracker is a check-in that students fill in themselves. Neither it nor the voice
        call infers a feeling, a mood or a state of health from a voice, a face or a text. There is
        no part of the software that could.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children and students',
    body: (
      <>
        <p>
          This site speaks to adults: educators, school leaders and parents. Its call, its forms and
          its bookings are not meant for children, and we ask you not to let a child use them or to
          speak about a particular child in a call. Your age is not asked.
        </p>
        <p>
          If a child has talked with the agent or left an address, write to us with the reference of
          the call or its time, and what was stored is deleted. What happens to students’ data when
          a school uses the platform is agreed with that school, in writing, before the first
          lesson; it is not part of this site.
        </p>
      </>
    ),
  },
  {
    id: 'forms',
    title: 'What you send us',
    body: (
      <Definitions
        entries={[
          [
            'Your email address in the footer',
            'Stored with its source, the footer, and the time. The website can add an address and read none. It is used to write to you, as you asked.',
          ],
          [
            'A booked demo',
            'Your name, email address, institution, what you are interested in and your note; the time, your time zone, and campaign marks in the link that brought you, if there were any. You get a link to move or cancel the call. Invitations and changes come by email where the operator has set mail up; the page says whether they do.',
          ],
          [
            'The contact form',
            'Name, email address, phone number, institution, number of students, the service you are interested in and what you wrote. It appears where the booking calendar cannot be shown.',
          ],
        ]}
      />
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    body: (
      <>
        <p>
          No cookies. No analytics. No fonts, pictures or scripts from elsewhere. No advertising.
          That is why no banner asks you to agree.
        </p>
        <p>
          One mark is kept in the session storage of the tab: when you accepted the notice before a
          call, and which text it had, so that it is not shown twice. It goes when you close the
          tab.
        </p>
      </>
    ),
  },
  {
    id: 'logs',
    title: 'Server logs',
    body: (
      <p>
        The server notes that it started, that a call with a random number began and ended, that a
        mail left, what went wrong, and who of the operator’s people read a transcript. It does not
        write down which pages you read, what you said, or your network address.{' '}
        <Fact name="logsUntil">Entries are kept as long as the operator has set.</Fact> A proxy or a
        hosting company in front of it may keep logs of its own.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Who else is involved',
    body: (
      <>
        <p>
          <Fact name="hearers">The words of a call stay on this server as it is delivered.</Fact> Of
          all that follows, the operator can switch on:
        </p>
        <Definitions
          entries={[
            [
              'A hosted language model',
              'It receives the words of the conversation, not the sound.',
            ],
            ['Supabase', 'It stores the email addresses from the footer instead of this server.'],
            [
              'Calendly or Cal.com',
              'Your browser loads its calendar on the contact page, and what you book goes there, under its own privacy policy. It may set cookies.',
            ],
            ['A mail service', 'It carries the mails about your booking or your message.'],
            [
              'A relay for calls',
              'It passes on encrypted sound where a network blocks the direct way, and sees network addresses.',
            ],
          ]}
        />
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          Ask what is stored about you, have it corrected or deleted, or have it sent to you: write
          to <ContactLines />. Calls carry no name, so tell us the reference that is shown in the
          window of your call, during it and after it: by it your call is found, sent to you or
          deleted. If you did not keep it, tell us the day and time.
        </p>
        <p>
          What is sent to you is everything that would be deleted: one file with what you said and
          wrote, and links to recordings where there are any.
        </p>
        <p>
          Your law may give you more rights than these, such as to object, to withdraw what you
          agreed to, or to complain to an authority. They hold whether they stand here or not.
        </p>
      </>
    ),
  },
];
