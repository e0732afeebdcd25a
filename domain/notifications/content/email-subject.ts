import type { GuardianField } from '#contract/audit/events.ts'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { OnlineRules, RefundQuote } from '#contract/payments/refund-terms.ts'

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
  /** It is paid already. */
  isPaid?: boolean
  /** Another guardian than the recipient booked it. */
  isShared?: boolean
  /** The recipient no longer guards the child, and has paid for it. */
  isPaidOnly?: boolean
}

/** A time that an appointment had. */
export type FormerTime = Pick<EmailedAppointment, 'date' | 'startMinute' | 'lengthMinutes'>

/** Who an email goes to. */
export interface Recipient {
  name: string
  address: string
  /** Without one, a login shows nothing. */
  hasAccount: boolean
}

interface Addressed {
  /** The notification's id, which becomes the Message-ID. */
  id: string
  recipient: Recipient
}

interface AboutOne extends Addressed {
  appointment: EmailedAppointment
}

interface AboutOffer extends Addressed {
  offerId: string
  time: FormerTime
  /** Absent for the account holder. */
  child?: EmailedChild
  /** Siblings' times of that day, which are answered with it. */
  others: readonly (FormerTime & { child: EmailedChild })[]
}

/** Another time that is held for an appointment whose own the clinic closes. */
export interface EmailedReoffer {
  offerId: string
  /** The appointment's own time. */
  from: FormerTime
  to: FormerTime
  child?: EmailedChild
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

/** The subject of an email, with everything that its template shows. */
export type EmailSubject =
  /** `others`: what was booked together with it, under the same terms. */
  | (AboutOne & { kind: 'booked'; terms: EmailedTerms; others: readonly EmailedAppointment[] })
  /**
   * For the calendar: one of several that were booked together. `isCorrected`: the calendar has it at
   * another instant, as the clinic's time zone was wrong.
   */
  | (AboutOne & { kind: 'calendar_event'; isCorrected: boolean })
  /** The payment was received, for `others` as well; `receipt`: the number of what is behind the login. */
  | (AboutOne & { kind: 'paid'; receipt: string | null; others: readonly EmailedAppointment[] })
  /** `isOtherDoctor`: it was moved to another doctor, perhaps at the same time. */
  | (AboutOne & {
      kind: 'moved'
      from: FormerTime
      isOtherDoctor: boolean
      terms: EmailedTerms
    })
  /**
   * Staff have corrected who it is for; time, doctor and price stay. `isNew`: the recipient could not
   * see it before.
   */
  | (AboutOne & { kind: 'patient_changed'; isNew: boolean })
  /** It is for another patient now: the recipient, a guardian of the former one, cannot see it any more. */
  | (AboutOne & { kind: 'reassigned' })
  /** It is not paid yet. */
  | (AboutOne & { kind: 'payment_due' })
  /**
   * `who`: who of the family canceled, or the front desk for it, unknown before it was recorded;
   * `refund`: whether money that was paid is on its way back; `quote`: how much, and why.
   */
  | (AboutOne & {
      kind: 'cancelled'
      by: 'clinic' | 'family'
      who?: 'you' | 'guardian' | 'desk' | undefined
      refund?: boolean | undefined
      quote?: RefundQuote | undefined
    })
  /**
   * The money is on its way back, or was handed back at the desk: the payment could not be used, or
   * the appointment was canceled.
   */
  | (AboutOne & { kind: 'refunded'; atDesk: boolean })
  /** At the desk: it was marked as handed back by mistake. */
  | (AboutOne & { kind: 'refund_failed'; atDesk: boolean })
  /** A payment was reversed outside of our own refunds; the appointment remains, unpaid. */
  | (AboutOne & { kind: 'unpaid' })
  /** The appointments of one family on one day, in order of time. */
  | (Addressed & {
      kind: 'reminder'
      appointments: readonly [EmailedAppointment, ...EmailedAppointment[]]
      unsubscribeUrl: string
    })
  /** `acceptPath`: the page that accepts after a login, from the site's root. */
  | (Addressed & { kind: 'guardian_invited'; inviterEmail: string; acceptPath: string })
  /** `lost`: the rights that another guardian has taken, unless they removed the recipient. */
  | (Addressed & {
      kind: 'guardian_changed'
      child: EmailedChild
      change: 'removed' | 'lost'
      lost: readonly GuardianField[]
    })
  /** `to`: whether it goes to the address before, or to the new one. */
  | (Addressed & { kind: 'family_email_changed'; to: 'old' | 'new' })
  /** The desk's name of the family whose appointments may be the account's. */
  | (Addressed & { kind: 'family_link_proposed'; familyName: string })
  /** `until`: how long the time is held; `isSooner`: an appointment of the recipient moves there. */
  | (AboutOffer & { kind: 'offer_made'; until: Date; isSooner: boolean })
  /** `paused`: no further offers until the family says that it still looks. */
  | (AboutOffer & { kind: 'offer_expired'; paused: boolean })
  | (AboutOffer & { kind: 'offer_answered'; isAccepted: boolean })
  /** All of a family: it can accept, choose other times or cancel until then. */
  | (Addressed & {
      kind: 'reoffer_made'
      until: Date
      reoffers: readonly [EmailedReoffer, ...EmailedReoffer[]]
    })
  /** The clinic is open after all. */
  | (Addressed & {
      kind: 'reoffer_withdrawn'
      reoffers: readonly [EmailedReoffer, ...EmailedReoffer[]]
    })
  /**
   * The family waits no longer: the clinic gives the treatment on none of its days. `children`: none for the
   * account holder; `next`: the day from which on the wish could be met; `stays`: the time of the appointment
   * that the family wanted sooner.
   */
  | (Addressed & {
      kind: 'wait_closed'
      children: readonly EmailedChild[]
      from: IsoDate
      to: IsoDate
      next: IsoDate | null
      stays: FormerTime | null
    })
  /** To an admin. */
  | (Addressed & { kind: 'weekly_figures'; figures: NotificationData<'weekly_figures'> })

/** Where emails come from. */
export interface EmailSender {
  /** The site's origin. */
  siteUrl: string
  from: { name: string; address: string }
  /** The clinic's time zone. */
  timeZone: string
  clinic: ClinicDetails
}
