import type { ReactNode } from 'react';
import { LanternEmblem, PencilEmblem, SeedlingEmblem } from '../../ui/art/emblems.tsx';

export default function Principles() {
  return (
    <section id="about" aria-labelledby="about-title" className="shell py-20 lg:py-28">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[0.8fr_1fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="about-title" className="h-large">
            A fire is lit by people. We bring the small wood.
          </h2>
          <p className="lede mt-6 max-w-lg text-bark">
            Kindling is made for classrooms, with teachers in the room. Three things we hold to,
            before any feature.
          </p>
        </div>
        <ul className="border-t-2 border-ink">
          <Principle emblem={<PencilEmblem />} title="School Friendly">
            It speaks about school work, at the level of the student, and fits into a lesson instead
            of replacing one. English, math, science and coding, in one place.
          </Principle>
          <Principle emblem={<LanternEmblem />} title="Safe & Reliable">
            It keeps to the subject and turns away what does not belong in a classroom. When it does
            not know, it says so, and sends the student to a person.
          </Principle>
          <Principle emblem={<SeedlingEmblem />} title="Ethically Responsible">
            It always says that it is an AI. It never guesses how a child feels from a voice or a
            face, and a school can run it on its own machines.
          </Principle>
        </ul>
      </div>
    </section>
  );
}

interface PrincipleProps {
  readonly emblem: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Principle({ emblem, title, children }: PrincipleProps) {
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-6 border-b-2 border-ink py-8 sm:grid-cols-[6.5rem_1fr] sm:gap-x-9 sm:py-10">
      {emblem}
      <div>
        <h3 className="h-medium">{title}</h3>
        <p className="mt-3 max-w-xl text-bark">{children}</p>
      </div>
    </li>
  );
}
