import { Link } from 'react-router-dom'
import { scrollIntoRow } from '#web/lib/scroll-into-row.ts'

interface SectionLinksProps {
  sections: readonly { to: string; label: string }[]
  /** The address of the one on the screen. */
  current: string
}

/** Links to the sections of a long form: beside it, on small screens a row that scrolls sideways. */
export function SectionLinks({ sections, current }: SectionLinksProps) {
  return (
    <nav aria-label="Sections" className="min-w-0 max-lg:mb-4">
      <ul className="flex gap-1 max-lg:overflow-x-auto lg:grid">
        {sections.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <Link
              ref={to === current ? scrollIntoRow : undefined}
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className="workspace-place px-3"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
