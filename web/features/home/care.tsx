import { Hill } from '#web/components/brand/hill.tsx'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SproutMark } from '#web/components/brand/logo.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import picture from '#web/illustrations/care.svg'
import { ArrowLink } from './arrow-link.tsx'
import { care } from './home-content.ts'

export function Care() {
  return (
    <section aria-label={care.eyebrow} className="bg-base-100">
      <div className="shell section grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
        <Illustration
          src={picture}
          width={520}
          height={480}
          alt="A boy listens to his teddy bear’s heart."
          className="mx-auto w-full max-w-md lg:max-w-none"
        />
        <div>
          <SectionHeading eyebrow={care.eyebrow} title={care.title} />
          {care.text.map((paragraph) => (
            <p key={paragraph} className="mt-5 text-lg text-muted">
              {paragraph}
            </p>
          ))}
          <ul className="mt-6 grid gap-3">
            {care.points.map((point) => (
              <li key={point} className="flex items-start gap-3 text-lg font-bold">
                <span className="mt-0.5 shrink-0 text-primary">
                  <SproutMark size={24} />
                </span>
                {point}
              </li>
            ))}
          </ul>
          <ArrowLink to="/about" className="mt-6">
            {care.link}
          </ArrowLink>
        </div>
      </div>
      <Hill className="text-base-200" />
    </section>
  )
}
