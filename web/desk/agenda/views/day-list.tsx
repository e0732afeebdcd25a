import { Link } from 'react-router-dom'
import type { IsoDate } from '#contract/dates.ts'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { useConflicts } from '#web/desk/tasks/use-conflicts.ts'
import { useClinicTime } from '../clinic-time.ts'
import { FamiliesTogether } from '../families-together.tsx'
import { type AgendaAddress, FILTERS, type Filter } from '../use-agenda-address.ts'
import { AgendaList } from './agenda-list.tsx'

interface DayListProps extends Pick<AgendaAddress, 'show' | 'linkTo'> {
  agenda: Agenda
  first: IsoDate
}

/** The list of a day, with its filters. */
export default function DayList({ agenda, first, show, linkTo }: DayListProps) {
  const isPrivate = usePrivacy()
  const conflicts = useConflicts()
  const time = useClinicTime(agenda)
  const { entries } = agenda
  return (
    <div className="print:hidden">
      {!isPrivate && !show && <FamiliesTogether entries={entries} time={time} />}
      <FilterLinks show={show} linkTo={linkTo} />
      <AgendaList key={`${first} ${show}`} {...{ entries, time, conflicts, show }} />
    </div>
  )
}

/** All appointments of the day, or what a filter shows. */
function FilterLinks({ show, linkTo }: Pick<DayListProps, 'show' | 'linkTo'>) {
  const filters = Object.entries(FILTERS) as [Filter, string][]
  return (
    <nav aria-label="Show" className="mt-2 flex flex-wrap gap-x-1">
      {[[null, 'All'] as const, ...filters].map(([filter, label]) => (
        <Link
          key={label}
          to={linkTo({ show: filter })}
          aria-current={filter === show ? 'true' : undefined}
          className="inline-flex min-h-8 items-center rounded-full px-3 text-sm font-bold underline-offset-4 not-aria-[current]:underline aria-[current]:bg-leaf pointer-coarse:min-h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
