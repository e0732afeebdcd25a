import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#web/components/page-title.tsx'
import { AbsencesList } from './absences-list.tsx'
import { Misfits } from './misfits.tsx'
import { misfitsOptions } from './schedule-api.ts'
import { WeekHours } from './week-hours.tsx'

/** Says that there are appointments to decide about, which are listed at the end. */
function MisfitsNotice() {
  const { data = [] } = useQuery(misfitsOptions())
  if (data.length === 0) return null
  return (
    <p className="mb-6 rounded-2xl bg-peach px-4 py-3 font-bold">
      <a href="#misfits" className="underline underline-offset-4">
        {data.length === 1
          ? '1 appointment no longer fits'
          : `${data.length} appointments no longer fit`}
      </a>
    </p>
  )
}

/** The clinic's opening hours and closures, and the appointments that no longer fit them. */
export default function SchedulePage() {
  return (
    <>
      <PageTitle className="mb-6">Schedule</PageTitle>
      <MisfitsNotice />
      <div className="grid gap-6">
        <WeekHours />
        <AbsencesList />
        <Misfits />
      </div>
    </>
  )
}
