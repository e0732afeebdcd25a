import { Hill } from '#web/components/brand/hill.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { textOf } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { useHomeWords } from './use-home-words.ts'

export function WhyUs() {
  const { title, reasons } = useHomeWords().why
  return (
    <section aria-label={words.whyChooseUs} className="bg-leaf">
      <Hill className="rotate-180 text-base-200" />
      <div className="shell section">
        <SectionHeading
          eyebrow={words.whyChooseUs}
          title={title}
          className="mx-auto md:text-center"
        />
        <ol className="relative mt-4 grid gap-2 before:absolute before:inset-y-2 before:start-[1.1rem] before:w-1.5 before:rounded-full before:bg-primary md:mt-6 md:gap-0 md:before:left-1/2 md:before:-translate-x-1/2">
          {reasons.map(({ title, text }, index) => (
            <li
              key={textOf(title)}
              className="group relative ps-16 md:w-1/2 md:pe-20 md:ps-0 md:even:ms-auto md:even:pe-0 md:even:ps-20 md:odd:text-end md:not-first:-mt-9"
            >
              <Leaf flipped={index % 2 === 0} />
              <h3 className="text-lg md:text-xl">{title}</h3>
              <p className="mt-1 md:max-w-md md:group-odd:ms-auto">{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <Hill className="text-neutral" />
    </section>
  )
}

function Leaf({ flipped }: { flipped: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 60 44"
      width="60"
      height="44"
      className={`absolute top-0 start-[1.2rem] w-10 text-primary md:w-15 ${
        flipped ? 'md:end-0 md:start-auto md:-scale-x-100' : 'md:start-0'
      }`}
    >
      <path d="M2 40C2 14 22 2 56 4 56 30 36 46 2 40Z" fill="currentColor" />
    </svg>
  )
}
