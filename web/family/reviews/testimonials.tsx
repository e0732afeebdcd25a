import { SAMPLE_TESTIMONIALS } from '#contract/site/testimonial-words.ts'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { type Said, useOwnTexts } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { REVIEW_PICTURES } from './reviews-content.ts'

const TINTS = ['bg-honey', 'bg-sky', 'bg-peach']

interface Review {
  name: string
  location: Said
  details: string
  lang?: 'en' | undefined
}

/** Three families' reviews, or the clinic's own: each with its name and location. */
export function Testimonials() {
  const reviews: readonly Review[] =
    useOwnTexts(useClinic().words?.testimonials) ?? SAMPLE_TESTIMONIALS
  if (!reviews[0]) return null
  return (
    <section aria-label={words.whatFamiliesSay} className="shell section">
      <SectionHeading eyebrow={words.whatFamiliesSay} title={words.inTheirOwnWords} />
      <ul className="mt-4 grid gap-2 md:mt-6 md:grid-cols-3 md:gap-4">
        {reviews.map(({ name, details, location, lang }, index) => {
          const img = REVIEW_PICTURES[name]
          return (
            <li key={details}>
              <figure
                className={`leaf relative flex h-full flex-col gap-2 px-5 py-4 ${img ? 'max-md:ps-20' : ''} ${TINTS[index % TINTS.length]}`}
              >
                <blockquote className="flex-1 leading-snug font-semibold max-md:text-sm">
                  <p lang={lang}>{details}</p>
                </blockquote>
                <figcaption className="flex items-center gap-4">
                  {img && (
                    <img
                      src={img}
                      alt=""
                      width={56}
                      height={56}
                      loading="lazy"
                      className="picture rounded-full max-md:absolute max-md:top-4 max-md:start-3"
                    />
                  )}
                  <div className="flex flex-wrap gap-x-4 leading-snug max-md:text-sm md:grid">
                    <p className="font-extrabold">{name}</p>
                    <p>{location}</p>
                  </div>
                </figcaption>
              </figure>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
