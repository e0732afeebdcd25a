import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ChangedBy } from '#drizzle/queries/events.ts'

/** The author of a change of the schedule, and its time. */
export interface ScheduleContext extends ChangedBy {
  moment: ClinicMoment
}
