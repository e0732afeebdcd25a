import { PageTitle } from '../../components/page-title.tsx'
import { AbsencesList } from './absences-list.tsx'
import { Misfits } from './misfits.tsx'
import { WeekHours } from './week-hours.tsx'

/** The clinic's opening hours and closures, and the appointments that no longer fit them. */
export default function SchedulePage() {
  return (
    <>
      <PageTitle className="mb-6">Schedule</PageTitle>
      <div className="grid gap-6">
        <WeekHours />
        <AbsencesList />
        <Misfits />
      </div>
    </>
  )
}
