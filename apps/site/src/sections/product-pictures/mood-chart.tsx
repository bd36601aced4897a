const week = [
  { day: 'Mon', mood: 'Tired', level: 2 },
  { day: 'Tue', mood: 'Okay', level: 3 },
  { day: 'Wed', mood: 'Worried', level: 1 },
  { day: 'Thu', mood: 'Calm', level: 4 },
  { day: 'Fri', mood: 'Curious', level: 5 },
] as const;

const moods = ['Worried', 'Tired', 'Okay', 'Calm', 'Curious'] as const;

/** A sample week of the Mood Tracker, built in HTML. Every mood is a word, never a colour alone. */
export function MoodChart() {
  return (
    <figure className="picture bg-pine-soft text-ink">
      <figcaption className="flex flex-wrap items-baseline gap-x-4 border-b-2 border-current px-5 py-4 sm:px-7">
        <span className="font-display text-xl">My week</span>
        <span className="text-[0.95rem]">sample, filled in by the student</span>
      </figcaption>
      <ol className="mood-chart">
        {week.map(({ day, mood, level }) => (
          <li key={day}>
            <span className={`mood-stem mood-level-${level}`} aria-hidden="true">
              <Leaf level={level} />
            </span>
            <span className="mood-word">{mood}</span>
            <span className="text-[0.95rem]">{day}</span>
          </li>
        ))}
      </ol>
      <div className="border-t-2 border-current px-5 py-5 sm:px-7">
        <p className="font-semibold">How are you arriving today?</p>
        <ul className="mt-3 flex flex-wrap gap-2">
          {moods.map((word) => (
            <li
              key={word}
              className={word === 'Curious' ? 'mood-choice mood-chosen' : 'mood-choice'}
            >
              {word}
              {word === 'Curious' ? <span className="sr-only"> (chosen)</span> : null}
            </li>
          ))}
          <li className="mood-choice">I'd rather not say</li>
        </ul>
      </div>
    </figure>
  );
}

/** A stem grows leaves with the level: none when worried, five when curious. */
function Leaf({ level }: { readonly level: number }) {
  return (
    <svg viewBox="0 0 40 150" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <path
        className="mood-stalk"
        d={`M18 150C16 ${150 - level * 12} 22 ${150 - level * 20} 20 ${146 - level * 26}l3 0C25 ${150 - level * 18} 21 ${150 - level * 10} 23 150Z`}
      />
      {Array.from({ length: level }, (_, index) => (
        <path
          // The leaves never change order.
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          className={index === level - 1 ? 'mood-leaf mood-leaf-top' : 'mood-leaf'}
          transform={`translate(20 ${132 - index * 25}) scale(${index % 2 ? -1 : 1} 1)`}
          d="M0 8C2-6 10-14 20-14 20-3 12 7 0 8Z"
        />
      ))}
    </svg>
  );
}
