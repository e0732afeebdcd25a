import type { BookingForm } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/guardians/children.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'

// What the bookings of one appointment, of siblings and of a series share.

export interface Patient {
  name: string
  email: string
}

/** A child who comes together with others: the id, and that of its treatment, or `UNDECIDED`. */
export interface Sibling {
  child: string
  treatment: string
}

/** The choices so far; the page's address keeps them. */
export interface Choices {
  date: IsoDate
  /** The treatment's id. */
  treatment: string | null
  /** The doctor's id; null: any doctor. */
  doctor: string | null
  /** For siblings, from the first start to the last end. */
  slot: string | null
  /** Children who come together; null for one appointment, empty before they were chosen. */
  siblings: readonly Sibling[] | null
  /** Id of the child that one appointment is for; null for the user, absent before it was chosen. */
  child?: string | null
}

/** Wants nothing but a day. */
export const NOTHING_WANTED = { treatment: null, doctor: null, slot: null, siblings: null }

/** `wanted`: choices of the address; their time may be an own appointment. */
export interface DayRequest {
  date: IsoDate
  wanted?: Choices
}

/** A day as it was loaded. */
export interface LoadedDay {
  treatments: Treatment[]
  /** Ids of the family’s own appointments that are at the wanted time already. */
  own?: readonly string[]
}

/** The children of the family; `asks`: of several patients, staff say each time who it is for. */
export type FamilyChildren = ChildList & { asks?: true }

/** The form of the dialog; staff give a reason for times outside of the hours. */
export type TypedForm = BookingForm & { reason?: string | undefined }

/** 'Book' in the dialog; `terms`: the refund terms that it shows. */
export interface SubmitEvent {
  type: 'booking.submit'
  form: TypedForm
  terms?: RefundTerms | undefined
}

/** The dialog is closed without booking, by its buttons or the back button. */
export interface CloseEvent {
  type: 'dialog.close'
}

/** A day is picked in the calendar. */
export interface DateEvent {
  type: 'date.choose'
  date: IsoDate
}

/** The address holds other choices: the forward button, a link, or several steps back. */
export interface RestoreEvent {
  type: 'choices.restore'
  choices: Choices
}

export type SharedEvent = DateEvent | CloseEvent | SubmitEvent | RestoreEvent

/** The server's answer to a booking. */
export type Answer = { success: true } | { success: false; code: string }

/** Guards of each of the machines. */
export const answers = {
  isBooked: (_: unknown, { answer }: { answer: Answer }) => answer.success,
  areTermsNew: (_: unknown, { answer }: { answer: Answer }) =>
    !answer.success && answer.code === 'terms_changed',
}
