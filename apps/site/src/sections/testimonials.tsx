import { type Testimonial, testimonials } from './testimonial-list.ts';

/** What families and schools say: three quotes, set like a page of a book. */
export function Testimonials() {
  return (
    <section
      id="testimonials"
      aria-labelledby="testimonials-title"
      className="shell py-20 lg:py-28"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-3">
        <h2 id="testimonials-title" className="h-large">
          Heard at the kitchen table
        </h2>
        <p className="text-bark">Sample quotes, written for this site.</p>
      </div>
      <ul className="mt-12 grid gap-x-12 gap-y-12 lg:grid-cols-12">
        {testimonials.map((testimonial, index) => (
          <li key={testimonial.name} className={places[index % places.length]}>
            <Quote {...testimonial} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const places = ['lg:col-span-5', 'lg:col-span-7 lg:pt-20', 'lg:col-span-6 lg:col-start-4'] as const;

function Quote({ initials, name, role, organisation, quote }: Testimonial) {
  return (
    <figure className="border-t-2 border-ink pt-6">
      <blockquote className="h-medium font-display text-balance">“{quote}”</blockquote>
      <figcaption className="mt-6 flex items-center gap-4">
        <span
          className="grid size-12 flex-none place-items-center rounded-full bg-amber font-display text-on-amber"
          aria-hidden="true"
        >
          {initials}
        </span>
        <span className="leading-snug">
          <span className="block font-semibold">{name}</span>
          <span className="text-bark">
            {role}
            {organisation ? `, ${organisation}` : ''}
          </span>
        </span>
      </figcaption>
    </figure>
  );
}
