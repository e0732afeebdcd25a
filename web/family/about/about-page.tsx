import FlaskConical from 'lucide-react/icons/flask-conical'
import Pill from 'lucide-react/icons/pill'
import Stethoscope from 'lucide-react/icons/stethoscope'
import { ABOUT } from '#contract/site/about-words.ts'
import { RichText } from '#web/both/rich-text/rich-text.tsx'
import { Hill } from '#web/components/brand/hill.tsx'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { Testimonials } from '#web/family/reviews/testimonials.tsx'
import house from '#web/illustrations/about-house.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import { textOf, useOwnTexts } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/about.ts'
import { pictureOfRoom } from './about-content.ts'

const ICONS = [Stethoscope, Pill, FlaskConical]
const TINTS = ['bg-leaf', 'bg-honey', 'bg-sky']

export default function AboutPage() {
  const { name, words: { about } = {} } = useClinic()
  const typed = useOwnTexts(about)
  const { strengths, roomsTitle, rooms } = typed ?? ABOUT
  const own = typed?.story
  // The pictures go by the names that the clinic wrote.
  const { rooms: named } = about ?? ABOUT
  return (
    <>
      <section aria-labelledby="who-we-are">
        <div className="shell grid items-center gap-8 pt-6 lg:grid-cols-2 lg:gap-14">
          <div>
            <Breadcrumb here={words.aboutUs} />
            <h1 id="who-we-are" className="mt-4 text-5xl md:text-6xl">
              {words.whoWeAre}
            </h1>
            {own ? (
              <div className="mt-5 text-lg text-muted">
                <RichText text={own} />
              </div>
            ) : (
              ABOUT.story.map((paragraph) => (
                <p key={paragraph} className="mt-5 text-lg text-muted">
                  {paragraph.replace('{clinic}', name)}
                </p>
              ))
            )}
          </div>
          <Illustration
            first
            src={house}
            width={640}
            height={480}
            alt={words.housePicture}
            className="mx-auto w-full max-w-xl lg:max-w-none"
          />
        </div>
        <Hill className="mt-6 text-base-100" />
      </section>

      {strengths[0] && (
        <section aria-label={words.ourStrengths} className="bg-base-100">
          <ul className="shell grid gap-5 pt-6 lg:grid-cols-3 lg:gap-7">
            {strengths.map(({ title, text }, index) => {
              const Icon = ICONS[index] ?? Stethoscope
              return (
                <li
                  key={textOf(title)}
                  className={`leaf flex gap-6 p-7 max-sm:flex-col md:p-8 lg:flex-col ${TINTS[index]}`}
                >
                  <span className="grid size-14 shrink-0 place-items-center rounded-full bg-base-100 text-primary">
                    <Icon aria-hidden="true" size={28} />
                  </span>
                  <div>
                    <h2 className="text-2xl">{title}</h2>
                    <p className="mt-2">{text}</p>
                  </div>
                </li>
              )
            })}
          </ul>
        </section>
      )}

      {rooms[0] && (
        <section aria-label={words.ourClinic} className="bg-base-100">
          <div className="shell section">
            <SectionHeading eyebrow={words.ourClinic} title={roomsTitle} />
            <ul className="mt-10 grid gap-x-6 gap-y-9 sm:grid-cols-2 md:mt-14 lg:grid-cols-3">
              {rooms.map(({ title, text }, index) => (
                <li key={textOf(title)}>
                  <Illustration
                    src={pictureOfRoom(named[index]?.title ?? '')}
                    width={360}
                    height={240}
                    className="leaf w-full"
                  />
                  <h3 className="mt-4 text-xl">{title}</h3>
                  <p className="text-muted">{text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <Testimonials />
    </>
  )
}
