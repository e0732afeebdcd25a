import { Hill } from '#web/components/brand/hill.tsx'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import picture from '#web/illustrations/care.svg'
import { textOf } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { ArrowLink } from './arrow-link.tsx'
import { useHomeWords } from './use-home-words.ts'

export function Care() {
  const { title, text, points } = useHomeWords().care
  return (
    <section aria-label={words.howWeCare} className="bg-base-100">
      <div className="shell section items-center md:grid md:grid-cols-2 md:gap-10 lg:gap-16">
        <Illustration
          src={picture}
          width={520}
          height={480}
          alt={words.carePicture}
          className="w-full max-md:float-end max-md:ms-3 max-md:w-32 md:mx-auto md:max-w-sm"
        />
        <div>
          <SectionHeading eyebrow={words.howWeCare} title={title} />
          {text.map((paragraph) => (
            <p key={textOf(paragraph)} className="mt-3 text-muted md:mt-4">
              {paragraph}
            </p>
          ))}
          <ul className="mt-4 grid gap-2">
            {points.map((point) => (
              <li key={textOf(point)} className="flex items-start gap-3 font-bold">
                <span className="mt-0.5 shrink-0 text-primary">
                  <SproutMark size={24} />
                </span>
                {point}
              </li>
            ))}
          </ul>
          <ArrowLink to="/about" className="mt-3 md:mt-4">
            {words.moreAboutUs}
          </ArrowLink>
        </div>
      </div>
      <Hill className="text-base-200" />
    </section>
  )
}
