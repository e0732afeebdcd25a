import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ChangedBy } from '#drizzle/queries/events.ts'

// Who asks, and when: what decisions need besides their subject.

/** The instant, and what the clinic's calendar and clock show then. */
export interface Moment {
  now: Date
  moment: ClinicMoment
}

/** The user who asks, as a guardian or as staff. */
export interface Caller {
  uid: string
  isStaff: boolean
}

/** The author of a change, and its time. */
export interface Authorship extends ChangedBy, Moment {}
