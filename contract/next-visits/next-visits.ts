import * as z from 'zod/mini'
import * as words from '#words/en/messages/next-visits.ts'
import { knownChild } from '../guardians/children.ts'
import { appointmentId, childId, doctorId, treatmentId } from '../ids.ts'
import { optionalLine } from '../text.ts'
import { plannedDate } from '../wire-date.ts'

// Visits that the clinic asks families to book: docs/requirements.md#next-visits.

/** The most open tickets of a child. */
export const MOST_TICKETS = 10

/**
 * booked: its appointment is booked; lapsed: its days ended long ago; declined, elsewhere: the
 * family's answers; withdrawn: the clinic no longer asks.
 */
const ticketState = z.enum(['open', 'booked', 'lapsed', 'declined', 'elsewhere', 'withdrawn'])
export type TicketState = z.infer<typeof ticketState>

/** visit: after a visit; missed: after a no-show; plan: by the check-up plan. */
export const ticketOrigin = z.enum(['visit', 'missed', 'plan'])
export type TicketOrigin = z.infer<typeof ticketOrigin>

/**
 * Why a ticket ended without a booking. merged: another ticket of the same child asks for the
 * visit; removed: the child no longer has a guardian.
 */
export const ticketEnd = z.enum([
  'lapsed',
  'declined',
  'elsewhere',
  'withdrawn',
  'merged',
  'removed',
])

/**
 * Why a ticket is open again. cancelled: its appointment was canceled; other_patient: its
 * appointment is now for another patient; undone: the family withdrew its answer, or staff that another visit was the
 * check-up; missed: the appointment that it follows counts as missed again.
 */
export const ticketReopening = z.enum(['cancelled', 'other_patient', 'undone', 'missed'])

/** The state of a row of the check-up plan for a child. over: its window has ended. */
const dueState = z.enum(['due', 'done', 'elsewhere', 'declined', 'over'])
export type DueState = z.infer<typeof dueState>

/** The result of a call to a family about a next visit. */
export const contactOutcome = z.enum([
  'reached',
  'message',
  'no_answer',
  'wrong_number',
  'declined',
])
export type ContactOutcome = z.infer<typeof contactOutcome>

/**
 * `POST /tickets`: asks for a visit after an appointment, by default for the same child, treatment
 * and doctor. Doctors ask only for patients of their own day.
 */
export const newTicket = z.strictObject({
  appointment: appointmentId,
  treatment: z.optional(treatmentId),
  /** Null: any doctor. */
  doctor: z.optional(z.nullable(doctorId)),
  /** The day around which the family books. */
  around: plannedDate,
  note: z.optional(optionalLine('Note', 200)),
})
export type NewTicket = z.input<typeof newTicket>

export const ticketParams = z.object({ id: z.uuid(words.invalidTicketId) })

const named = z.object({ _id: z.string(), name: z.string() })

/** A ticket as the child's guardians and staff see it. Dates are ISO dates. */
export const nextVisit = z.object({
  _id: z.string(),
  version: z.number(),
  state: ticketState,
  child: knownChild,
  treatment: named,
  /** Null: any doctor. */
  doctor: z.nullable(named),
  around: z.string(),
  from: z.string(),
  to: z.string(),
  /** `open`: whether these days have passed; it can be booked on any day until it lapses. */
  isOver: z.boolean(),
  note: z.string(),
  /** Whether the caller may book for the child, and so answer for it. */
  mayAnswer: z.boolean(),
  /** Whether the caller can book it now. */
  canBook: z.boolean(),
  /**
   * With `canBook` false: the family books it at the desk, because the treatment can no longer be
   * booked online.
   */
  atDesk: z.boolean(),
  /** The day from which it can be booked; null when it can be today. */
  opensOn: z.nullable(z.string()),
  /**
   * With `ticket`, if it can be booked: the first of its days with a free time, or of all days that
   * can be booked if its days have passed; null without one.
   */
  firstDay: z.optional(z.nullable(z.string())),
  /** `booked`: its appointment. */
  appointment: z.nullable(z.object({ _id: z.string(), date: z.string(), slot: z.string() })),
})
export type NextVisit = z.infer<typeof nextVisit>

/**
 * `GET /next-visits?child=&ticket=`: open tickets of the caller's children, in the order of their
 * days; for staff with `child`, the tickets of that child. With `ticket`, only that ticket, in any
 * state.
 */
export const nextVisitsQuery = z.strictObject({
  child: z.optional(childId),
  ticket: z.optional(ticketParams.shape.id),
})
export const nextVisitList = z.array(nextVisit)

/** The month of a visit elsewhere: '2027-03'. */
const elsewhereMonth = z
  .string(words.chooseMonth)
  .check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, words.chooseMonth))

/** `POST /next-visits/{id}/done-elsewhere`. */
export const doneElsewhere = z.strictObject({ month: elsewhereMonth })
