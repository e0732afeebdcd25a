import type { ClinicDetails } from '../../contract/clinic-details.ts'
import type { IsoDate } from '../../contract/dates.ts'

/** An appointment as an email shows it: neither treatment nor doctor, child or price. */
export interface EmailedAppointment {
  id: string
  /** Counts the changes of time, doctor and status; the SEQUENCE of its calendar file. */
  version: number
  /** When it last changed. */
  changedAt: Date
  date: IsoDate
  /** Minutes since midnight in the clinic's time zone. */
  startMinute: number
  lengthMinutes: number
}

/** A time that an appointment had. */
export type FormerTime = Pick<EmailedAppointment, 'date' | 'startMinute' | 'lengthMinutes'>

interface Addressed {
  /** The notification's id, which becomes the Message-ID. */
  id: string
  recipient: { name: string; address: string }
}

interface AboutOne extends Addressed {
  appointment: EmailedAppointment
}

/** What an email is about, with everything that its template shows. */
export type EmailSubject =
  | (AboutOne & { kind: 'booked' })
  /** The payment was received; the receipt is behind the login. */
  | (AboutOne & { kind: 'paid' })
  | (AboutOne & { kind: 'moved'; from: FormerTime })
  /** `refund`: whether money that was paid is on its way back. */
  | (AboutOne & { kind: 'cancelled'; by: 'clinic' | 'family'; refund: boolean })
  /** The money is on its way back: the payment could not be used, or the appointment was cancelled. */
  | (AboutOne & { kind: 'refunded' })
  | (AboutOne & { kind: 'refund_failed' })
  /** A payment was reversed outside of our own refunds; the appointment remains, unpaid. */
  | (AboutOne & { kind: 'unpaid' })
  /** The appointments of one family on one day, in order of time. */
  | (Addressed & {
      kind: 'reminder'
      appointments: readonly [EmailedAppointment, ...EmailedAppointment[]]
      unsubscribeUrl: string
    })
  /** `acceptPath`: the page that accepts after a login, from the site's root. */
  | (Addressed & { kind: 'guardian_invited'; inviterName: string; acceptPath: string })

/** Where emails come from. */
export interface EmailSender {
  /** The site's origin. */
  siteUrl: string
  from: { name: string; address: string }
  /** The clinic's time zone. */
  timeZone: string
  clinic: ClinicDetails
}
