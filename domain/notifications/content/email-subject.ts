import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { OnlineRules } from '#contract/payments/refund-terms.ts'
import type { Language, Translation } from '#words/languages.ts'

/** A child, for the text of an email only. */
export interface EmailedChild {
  /** Determines the color of its initials. */
  id: string
  name: string
}

/** An appointment in an email: without treatment, doctor and price. */
export interface EmailedAppointment {
  id: string
  /** The SEQUENCE of its calendar file: grows with each change of time, doctor and status. */
  sequence: number
  /** UID and ORGANIZER of its calendar file, as first sent. */
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
  /** Nothing has to be paid: it is paid, or the clinic has closed its time. */
  isPaid?: boolean
  /** Another guardian than the recipient booked it. */
  isShared?: boolean
  /** The recipient no longer guards the child, but paid for it. */
  isPaidOnly?: boolean
}

/** A former time of an appointment. */
export type FormerTime = Pick<EmailedAppointment, 'date' | 'startMinute' | 'lengthMinutes'>

/** The time alone. */
export function onlyTime({ date, startMinute, lengthMinutes }: FormerTime): FormerTime {
  return { date, startMinute, lengthMinutes }
}

/** Who an email goes to. */
export interface Recipient {
  name: string
  address: string
  /** Without an account there is nothing to log in to. */
  hasAccount: boolean
  language: Language
}

/** What every email is addressed with. */
export interface Addressed {
  /** The notification's id, which becomes the Message-ID. */
  id: string
  recipient: Recipient
}

/** The terms under which an appointment can be changed, as of `now`. */
export interface EmailedTerms {
  terms: RefundTerms
  /** Since a late move, canceling refunds at most this percentage; null: the terms apply unchanged. */
  refundCeiling: number | null
  /** How often the family has moved it. */
  moves: number
  rules: OnlineRules
  now: Date
}

/** What emails need to know about their sender. */
export interface EmailSender {
  /** The site's origin. */
  siteUrl: string
  from: { name: string; address: string }
  /** The clinic's time zone. */
  timeZone: string
  clinic: ClinicDetails
  /** The languages in which it writes. */
  offered: readonly Language[]
  /** What the clinic wrote, in a language, by the English text. */
  translationsOf: (language: Translation) => ReadonlyMap<string, string>
}
