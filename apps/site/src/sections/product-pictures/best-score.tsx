/** The small card on the hero's picture: a sample best score. */
export default function BestScore() {
  return (
    <figure className="best-score">
      <figcaption className="text-[0.95rem] leading-tight font-semibold text-bark">
        Best score
        <span className="block font-normal">sample, Prompt Hero</span>
      </figcaption>
      <p className="leading-none">
        <span className="font-display text-5xl">4.3</span>
        <span className="text-bark"> of 5.0</span>
      </p>
      <ScoreTwigs score={4.3} />
    </figure>
  );
}

/** A score as five short twigs, burnt as far as the score goes. */
export function ScoreTwigs({ score }: { readonly score: number }) {
  return (
    <svg viewBox="0 0 150 16" className="score-twigs" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((index) => {
        const filled = Math.max(0, Math.min(1, score - index)) * 26;
        const left = index * 31;
        return (
          <g key={index}>
            <path
              className="twig-rest"
              d={`M${left + 1} 11 L${left + 26} 4.5 l0 5 L${left + 1} 15Z`}
            />
            <path
              className="twig-lit"
              d={`M${left + 1} 11 L${left + 1 + filled} ${11 - filled * 0.25} l0 ${4 + filled * 0.04} L${left + 1} 15Z`}
            />
          </g>
        );
      })}
    </svg>
  );
}
