import { ScoreTwigs } from './best-score.tsx';

const parts = [
  { name: 'A clear goal', score: 4.5, note: 'You say what you want to find out.' },
  { name: 'Who it is for', score: 4.0, note: 'Sixth grade. The answer can fit you.' },
  { name: 'What you know already', score: 2.5, note: 'Add a sentence about your notes.' },
  { name: 'How it should look', score: 3.0, note: 'A list, a story, a table? Say which.' },
] as const;

/** A sample scoring card of Prompt Hero, built in HTML. */
export function ScoreCard() {
  return (
    <figure className="picture bg-amber-sheet">
      <div className="border-b-2 border-current px-5 py-5 sm:px-7">
        <figcaption className="text-[0.95rem] font-semibold">
          Your prompt, second try (sample)
        </figcaption>
        <blockquote className="mt-2.5 font-display text-xl leading-snug sm:text-2xl">
          “Explain <mark>why Rome needed aqueducts</mark> to <mark>a sixth grader</mark> who has to
          give a short talk.”
        </blockquote>
      </div>
      <div className="grid sm:grid-cols-[auto_1fr]">
        <div className="flex flex-wrap content-start items-end gap-x-8 gap-y-4 px-5 pt-6 sm:block sm:w-44 sm:border-r-2 sm:border-current sm:px-7 sm:pb-7">
          <p>
            <span className="block text-[0.95rem] leading-snug font-semibold">Score</span>
            <span className="block font-display text-7xl leading-none tracking-tight">3.5</span>
          </p>
          <p className="mb-1 leading-tight sm:mt-5">
            <span className="block text-[0.95rem] font-semibold">Best score</span>
            <span className="font-display text-2xl">4.3</span> of 5.0
          </p>
        </div>
        <ul className="grid gap-4 px-5 py-6 sm:px-7">
          {parts.map(({ name, score, note }) => (
            <li key={name} className="grid grid-cols-[1fr_auto] gap-x-4">
              <span className="font-semibold">{name}</span>
              <span className="font-semibold tabular-nums">{score.toFixed(1)}</span>
              <span className="col-span-2 my-1.5 block">
                <ScoreTwigs score={score} />
              </span>
              <span className="col-span-2 text-[0.95rem] leading-snug">{note}</span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  );
}
