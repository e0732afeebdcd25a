import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { type Review, reviews, reviewsIntro } from './reviews-content.ts'

/** A testimonial shows only this many characters: docs/requirements.md#home-page. */
const SHOWN = 130

const TINTS = ['bg-honey', 'bg-sky', 'bg-peach']

/** Three families' reviews. */
export function Testimonials() {
  return (
    <section aria-label={reviewsIntro.eyebrow} className="shell section">
      <SectionHeading {...reviewsIntro} />
      <ul className="mt-4 grid gap-2 md:mt-6 md:grid-cols-3 md:gap-4">
        {reviews.map((review, index) => (
          <li key={review._id}>
            <Testimonial review={review} tint={TINTS[index % TINTS.length] ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One family's review: its first 130 characters, name and location. */
export function Testimonial({ review, tint }: { review: Review; tint: string }) {
  const { name, details, img, location } = review
  return (
    <figure className={`leaf relative flex h-full flex-col gap-2 px-5 py-4 max-md:pl-20 ${tint}`}>
      <blockquote className="flex-1 leading-snug font-semibold max-md:text-sm">
        <p>
          {details.slice(0, SHOWN)}
          {details.length > SHOWN && <span aria-hidden="true">…</span>}
        </p>
      </blockquote>
      <figcaption className="flex items-center gap-4">
        <img
          src={img}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="picture rounded-full max-md:absolute max-md:top-4 max-md:left-3"
        />
        <div className="flex flex-wrap gap-x-4 leading-snug max-md:text-sm md:grid">
          <p className="font-extrabold">{name}</p>
          <p>{location}</p>
        </div>
      </figcaption>
    </figure>
  )
}
