import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import { textOf } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { useHomeWords } from './use-home-words.ts'

// Each one is a little taller than the previous one.
const STEMS = ['h-2', 'h-2 md:h-4', 'h-2 md:h-8', 'h-2 md:h-12']

export function Statistics() {
  const { statistics } = useHomeWords()
  return (
    <section
      aria-label={statistics[0] && words.byTheNumbers}
      className="bg-neutral text-neutral-content"
    >
      {statistics[0] && (
        <ul className="shell grid two-columns items-end gap-x-4 gap-y-2 pt-2 md:grid-cols-4">
          {statistics.map(({ figure, label }, index) => (
            <li key={textOf(label)} className="flex flex-col items-center text-center">
              <p className="text-3xl font-extrabold tabular-nums md:text-5xl">{figure}</p>
              <p className="mt-1 font-semibold">{label}</p>
              <span className="mt-1 -mb-1.5 text-accent md:mt-2">
                <SproutMark size={48} />
              </span>
              <span aria-hidden="true" className={`w-[0.27rem] bg-accent ${STEMS[index]}`} />
            </li>
          ))}
        </ul>
      )}
      <div className="h-5 rounded-t-[100%] bg-base-200 md:h-8" />
    </section>
  )
}
