import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PageTitle } from '#web/components/page-title.tsx'
import { AbsencesList } from '#web/shared/schedule/absences-list.tsx'
import { readClosure } from '#web/shared/schedule/closure-address.ts'
import { HolidayBanner } from '#web/shared/schedule/holiday-banner.tsx'
import { scheduleYearOptions } from '#web/shared/schedule/schedule-api.ts'
import { WeekHours } from '#web/shared/schedule/week-hours.tsx'
import { conflictsOptions } from '#web/shared/todo/conflicts-api.ts'
import { ExtraSessions } from './extra-sessions.tsx'
import { ScheduleConflicts } from './schedule-conflicts.tsx'
import { WeekOverview } from './week-overview.tsx'
import { YearOverview } from './year-overview.tsx'

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
