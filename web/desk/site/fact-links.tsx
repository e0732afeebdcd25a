import type { UnconfirmedFact } from '#contract/site/fact-names.ts'
import type { Section } from '#contract/site/sections.ts'
import { InlineLink } from '#web/components/text-link.tsx'

export const pageOfSection = (section: Section) => `/dashboard/website/${section}`

/** For each unconfirmed text of the website, a line with a link to its form. */
export function FactLinks({ facts }: { facts: readonly UnconfirmedFact[] }) {
  return (
    <ul
      aria-label="Not confirmed"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-4 gap-y-1"
    >
      {facts.map(({ fact, label, section }) => (
        <li key={fact}>
          <InlineLink to={pageOfSection(section)}>{label}</InlineLink>
        </li>
      ))}
    </ul>
  )
}
