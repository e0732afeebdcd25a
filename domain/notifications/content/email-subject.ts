import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { OnlineRules } from '#contract/payments/refund-terms.ts'

/** A child, for the text of an email only. */
export interface EmailedChild {
  /** Decides the color of its initials. */
  id: string
  name: string
}

/** An appointment as an email shows it: neither treatment nor doctor or price. */
export interface EmailedAppointment {
  id: string
  /** The SEQUENCE of its calendar file: grows with each change of time, doctor and status. */
  sequence: number
  /** Its UID and ORGANIZER there, as they were first sent. */
  calendarUid: string
  organizer: string
  /** When it last changed. */
  changedAt: Date
  date: IsoDate
  /** Minutes since midnight in the clinic's time zone. */
  startMinute: number
  lengthMinutes: number
  /** Absent for the account holder. */
  child?: EmailedChild
  /** There is nothing to pay: it is paid, or the clinic has closed its time. */
  isPaid?: boolean
  /** Another guardian than the recipient booked it. */
  isShared?: boolean
  /** The recipient no longer guards the child, and has paid for it. */
  isPaidOnly?: boolean
}

/** A time that an appointment had. */
export type FormerTime = Pick<EmailedAppointment, 'date' | 'startMinute' | 'lengthMinutes'>

/** The time alone. */
export function onlyTime({ date, startMinute, lengthMinutes }: FormerTime): FormerTime {
  return { date, startMinute, lengthMinutes }
}

/** Who an email goes to. */
export interface Recipient {
  name: string
  address: string
  /** Without one, a login shows nothing. */
  hasAccount: boolean
}

/** What all subjects of emails have. */
export interface Addressed {
  /** The notification's id, which becomes the Message-ID. */
  id: string
  recipient: Recipient
}

/** Under which terms an appointment can be changed, as of `now`. */
export interface EmailedTerms {
  terms: RefundTerms
  /** The most percent that canceling refunds since a late move; null: all of the terms. */
  refundCeiling: number | null
  /** By the family, so far. */
  moves: number
  rules: OnlineRules
  now: Date
}

/** Where emails come from. */
export interface EmailSender {
  /** The site's origin. */
  siteUrl: string
  from: { name: string; address: string }
  /** The clinic's time zone. */
  timeZone: string
  clinic: ClinicDetails
}
