import type { ReactNode } from 'react';
import { MoodChart } from '../product-pictures/mood-chart.tsx';
import { SampleChat } from '../product-pictures/sample-chat.tsx';
import { ScoreCard } from '../product-pictures/score-card.tsx';

export default function Features() {
  return (
    <section id="features" aria-labelledby="features-title">
      <div id="features-content">
        <div className="shell grid items-end gap-x-16 gap-y-6 pb-12 lg:grid-cols-[1.25fr_1fr] lg:pb-16">
          <h2 id="features-title" className="h-large">
            Ask better, think further, check in with yourself.
          </h2>
          <p className="lede max-w-lg text-bark lg:justify-self-end">
            A tutor that is safe to leave open, training in good questions, a check-in that students
            fill in themselves, and a digital literacy curriculum around all three.
          </p>
        </div>
        <Chapter
          ground="bg-oat"
          title="AI Tutor"
          claim="It answers a question with a better one."
          picture={<SampleChat />}
        >
          <p>
            Students bring what they are stuck on. The tutor gives a hint, an example and a question
            back, one step at a time, so that the thinking stays where it belongs.
          </p>
          <p>One chatbot for every subject, and safe to leave open on the class screen.</p>
        </Chapter>
        <Chapter
          ground="bg-amber text-on-amber"
          title="Prompt Hero"
          claim="Asking well is a skill. It can be practiced."
          picture={<ScoreCard />}
          flipped
        >
          <p>
            Students write a prompt, see what it scored and why, change a line and try again. The
            help becomes less as they become better.
          </p>
          <p>The score is for practice. It is not a school grade.</p>
        </Chapter>
        <Chapter
          ground="bg-pine text-on-pine"
          title="Mood Tracker"
          claim="How are you today? Only they can say."
          picture={<MoodChart />}
        >
          <p>
            A short check-in that students fill in themselves. It gives them a calm moment, and
            gives a caring adult a reason to ask.
          </p>
          <p>
            Nothing is read from a voice, a face or a text. It is not a medical tool, and your
            school decides who may see it.
          </p>
        </Chapter>
      </div>
    </section>
  );
}

interface ChapterProps {
  readonly ground: string;
  readonly title: string;
  readonly claim: string;
  readonly picture: ReactNode;
  readonly flipped?: boolean;
  readonly children: ReactNode;
}

/** One feature: a full-width band in its own colour with text on one side and the product on the other. */
function Chapter({ ground, title, claim, picture, flipped = false, children }: ChapterProps) {
  return (
    <article className={`${ground} py-16 lg:py-24`}>
      <div className="shell grid items-center gap-x-20 gap-y-12 lg:grid-cols-2">
        <div className={flipped ? 'lg:order-2' : ''}>
          <h3 className="h-large">{title}</h3>
          <p className="lede mt-4 font-semibold">{claim}</p>
          <div className="mt-6 grid max-w-lg gap-4">{children}</div>
        </div>
        {picture}
      </div>
    </article>
  );
}
