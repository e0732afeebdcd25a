import type { BookingForm } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/guardians/children.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'

// Shared by the bookings of one appointment, of siblings and of a series.

export interface Patient {
  name: string
  email: string
}

/** A child who comes together with others: its id, and the id of its treatment, or `UNDECIDED`. */
export interface Sibling {
  child: string
  treatment: string
}

/** The choices so far, which the page's address stores. */
export interface Choices {
  date: IsoDate
  /** The treatment's id. */
  treatment: string | null
  /** The doctor's id; null: any doctor. */
  doctor: string | null
  /** For siblings, from the first start to the last end. */
  slot: string | null
  /** Children who come together; null for one appointment, empty before they are chosen. */
  siblings: readonly Sibling[] | null
  /** Id of the child of one appointment; null for the user, absent before it is chosen. */
  child?: string | null
}

/** No choices except a day. */
export const NOTHING_WANTED = { treatment: null, doctor: null, slot: null, siblings: null }

/** `wanted`: choices in the address; the family may already have an appointment at their time. */
export interface DayRequest {
  date: IsoDate
  wanted?: Choices
}

/** A day as it was loaded. */
export interface LoadedDay {
  treatments: Treatment[]
  /** Ids of the family’s own appointments at the wanted time. */
  own?: readonly string[]
}

/** The children of the family; `asks`: staff have to choose among several patients each time. */
export type FamilyChildren = ChildList & { asks?: true }

/** The form of the dialog; staff give a reason for times outside opening hours. */
export type TypedForm = BookingForm & { reason?: string | undefined }

/** 'Book' in the dialog; `terms`: the refund terms shown there. */
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
interface DateEvent {
  type: 'date.choose'
  date: IsoDate
}

/** The address now has other choices: the forward button, a link, or several steps back. */
export interface RestoreEvent {
  type: 'choices.restore'
  choices: Choices
}

export type SharedEvent = DateEvent | CloseEvent | SubmitEvent | RestoreEvent

/** The server's answer to a booking. */
export type Answer = { success: true } | { success: false; code: string }

/** Guards that these machines share. */
export const answers = {
  isBooked: (_: unknown, { answer }: { answer: Answer }) => answer.success,
  areTermsNew: (_: unknown, { answer }: { answer: Answer }) =>
    !answer.success && answer.code === 'terms_changed',
}
