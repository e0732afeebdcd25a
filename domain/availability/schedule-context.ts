import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ChangedBy } from '#drizzle/queries/events.ts'

/** Who changes the schedule, and when. */
export interface ScheduleContext extends ChangedBy {
  moment: ClinicMoment
}
