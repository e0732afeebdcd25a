import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { ScheduleYear } from '#contract/schedule/schedule.ts'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { conflictsOptions } from '#web/desk/tasks/conflicts-api.ts'
import { AbsencesList } from './closures/absences-list.tsx'
import { readClosure, writeClosure } from './closures/closure-address.ts'
import { HolidayBanner } from './closures/holiday-banner.tsx'
import { YearStrip } from './closures/year-strip.tsx'
import { ExtraSessions } from './extra-sessions.tsx'
import { WeekHours } from './hours/week-hours.tsx'
import { WeekOverview } from './hours/week-overview.tsx'
import { scheduleYearOptions } from './schedule-api.ts'
import { ScheduleConflicts } from './schedule-conflicts.tsx'

/** Says that there are appointments to decide about, which are listed at the end. */
function ConflictsNotice() {
  const { data = [] } = useQuery(conflictsOptions)
  if (data.length === 0) return null
  return (
    <p className="mb-6 rounded-2xl bg-peach px-4 py-3 font-bold">
      <a href="#conflicts" className="underline underline-offset-4">
        {data.length === 1
          ? '1 appointment no longer fits'
          : `${data.length} appointments no longer fit`}
      </a>
    </p>
  )
}

/** The clinic's opening hours and closures, and the appointments that no longer fit them. */
export default function SchedulePage() {
  const [address] = useSearchParams()
  const query = address.toString()
  const { data: year } = useQuery(scheduleYearOptions)
  const initial = useMemo(() => readClosure(new URLSearchParams(query)), [query])
  return (
    <>
      <PageTitle className="mb-6">Schedule</PageTitle>
      <ConflictsNotice />
      <div className="grid gap-6">
        <HolidayBanner />
        {year && <WeekOverview today={year.today} changes={year.changes} />}
        {year && <YearOverview year={year} />}
        <div id="hours" className="scroll-mt-16">
          <WeekHours />
        </div>
        <div id="closures" className="scroll-mt-16">
          <AbsencesList key={query} initial={initial} />
        </div>
        <ExtraSessions />
        <ScheduleConflicts />
      </div>
    </>
  )
}

/**
 * The closures of the clinic and the absences of its doctors in the next twelve months, with the number
 * of appointments in each. Dragging leads to the form, as the names do.
 */
function YearOverview({ year }: { year: ScheduleYear }) {
  const navigate = useNavigate()
  return (
    <Card className="max-md:hidden">
      <h2 className="text-2xl">Closures and absences</h2>
      <p className="mb-3 text-muted">
        Of the next twelve months, with the number of appointments in them. Names lead to the forms.
      </p>
      <YearStrip
        today={year.today}
        rows={year.rows.map(({ doctor, closures }) => {
          const page = doctor ? `/dashboard/managedoctors/${doctor._id}` : '/dashboard/schedule'
          return {
            id: doctor?._id ?? 'clinic',
            name: (
              <Link
                to={doctor ? page : '#closures'}
                className="underline decoration-line underline-offset-4 hover:decoration-current"
              >
                {doctor?.name ?? 'The clinic'}
              </Link>
            ),
            closures,
            noun: doctor ? 'absence' : 'closure',
            withHolidays: doctor === null,
            onChoose: (date, until) => void navigate(`${page}?${writeClosure({ date, until })}`),
          }
        })}
      />
    </Card>
  )
}
