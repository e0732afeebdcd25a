import type { ClinicMoment } from '#contract/schedule/clinic.ts'

/** Who changes the schedule, and when. */
export interface ScheduleContext {
  /** The admin's uid. */
  actor: string
  moment: ClinicMoment
  now: Date
}
