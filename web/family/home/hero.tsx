import Phone from 'lucide-react/icons/phone'
import { phoneLink } from '#contract/clinic/clinic-details.ts'
import { Hill } from '#web/components/brand/hill.tsx'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import picture from '#web/illustrations/hero.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import { changed } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { callUs } from '#words/en/site/pages.ts'
import { NextTime } from './next-time.tsx'
import { useHomeWords } from './use-home-words.ts'

export function Hero() {
  const clinic = useClinic()
  const { eyebrow, title, text } = useHomeWords().hero
  return (
    <section aria-labelledby="hero-title" className="relative">
      <Hill className="absolute bottom-0 text-base-100" />
      <div className="shell relative grid items-center gap-4 py-4 md:grid-cols-2 md:py-6 lg:grid-cols-[1fr_1.12fr]">
        <div>
          <p className="font-extrabold text-primary">
            {changed(eyebrow, (text) => text.replace('{city}', clinic.city))}
          </p>
          <h1 id="hero-title" className="mt-3 text-[2.6rem] leading-[1.05] lg:text-6xl xl:text-7xl">
            {title}
          </h1>
          <p className="mt-3 max-w-lg text-muted md:mt-5 lg:text-xl">{text}</p>
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink to="/appointment" className="min-h-14 px-8 text-lg shadow-soft">
              {words.makeAppointment}
            </ButtonLink>
            <a
              href={phoneLink(clinic)}
              className="inline-flex min-h-11 items-center gap-2 font-bold decoration-line underline-offset-4 [&[href]]:underline [&[href]]:hover:text-primary"
            >
              <Phone aria-hidden="true" size={20} />
              <span>
                <span className="sr-only">{callUs}: </span>
                {clinic.phone}
              </span>
            </a>
          </div>
          <NextTime />
        </div>
        <Illustration
          first
          src={picture}
          width={640}
          height={560}
          alt={words.heroPicture}
          className="mx-auto w-full max-w-56 md:max-w-none"
        />
      </div>
    </section>
  )
}
