import * as z from 'zod/mini'
import { appointmentId, subjectId } from '#contract/ids.ts'
import { shownPhone } from '#contract/phone.ts'
import { refusalWith } from '../errors.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { agendaEntry } from './agenda.ts'

// What waits for the front desk: docs/requirements.md#to-do.

/** Lists whose entries say who takes care of them. */
export const MARKED_LISTS = [
  'owing',
  'calls',
  'conflicts',
  'settle',
  'handBack',
  'unreachable',
  'payments',
  'absences',
] as const
export type MarkedList = (typeof MARKED_LISTS)[number]

/** The result of a call: `reached` ends it, the others do not. */
export const CALL_OUTCOMES = ['reached', 'message', 'no_answer'] as const
const callOutcome = z.enum(CALL_OUTCOMES)
export type CallOutcome = z.infer<typeof callOutcome>

/** `GET /todo`: how many entries each list has. */
export const todoCounts = z.object({
  /** Past appointments that are neither completed nor missed. */
  settle: z.number(),
  /** Past visits that are not paid. */
  owing: z.number(),
  /** Families that no email has told what the clinic has changed. */
  calls: z.number(),
  /** Appointments that no longer fit the schedule. */
  conflicts: z.number(),
  /** Refunds that are to be handed back. */
  handBack: z.number(),
  /** Families whose address bounced. */
  unreachable: z.number(),
  /** Calendar files that show the time of another time zone than the clinic's. */
  invitations: z.number(),
  /** Payments that do not agree with Stripe; for admins only. */
  payments: z.optional(z.number()),
  /** Absences that staff have recorded, to be approved; for admins only. */
  absences: z.optional(z.number()),
})
export type TodoCounts = z.infer<typeof todoCounts>

/** `GET /todo/setup`: which parts of the clinic are set up. */
export const setupSteps = z.object({
  /** It opens on some day of the week. */
  hours: z.boolean(),
  doctors: z.boolean(),
  /** One can be booked: it has a doctor, or needs none. */
  treatments: z.boolean(),
  /** An upcoming closure has been entered. */
  holidays: z.boolean(),
  /** Someone besides the admins works at the front desk. */
  staff: z.boolean(),
  /** Emails leave by the clinic's own server, rather than the stand-in. */
  email: z.boolean(),
  /** Cards are charged by Stripe, rather than the stand-in. */
  payments: z.boolean(),
})
export type SetupSteps = z.infer<typeof setupSteps>

const person = z.object({
  /** Uid. */
  _id: z.string(),
  /** Empty once the account is removed. */
  name: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
})

/** The claim of an entry, and its result. */
export const todoMark = z.object({
  claimed: z.nullable(z.extend(person, { isYou: z.boolean() })),
  outcome: z.nullable(z.extend(person, { outcome: callOutcome })),
})
export type TodoMark = z.infer<typeof todoMark>

const entryFacts = {
  ...z.pick(agendaEntry, {
    _id: true,
    version: true,
    date: true,
    startMinute: true,
    lengthMinutes: true,
    treatment: true,
    doctor: true,
    family: true,
    patientName: true,
    child: true,
    email: true,
    phone: true,
    dialablePhone: true,
    price: true,
  }).shape,
  /** Whether emails reach the family. */
  isReachable: z.boolean(),
  ...todoMark.shape,
}

/** A past visit that is not paid. */
const owingEntry = z.object({
  ...entryFacts,
  /** Days since it. */
  days: z.number(),
  /** ISO instant, UTC, of the last email that asked for the payment; null without one. */
  askedAt: z.nullable(z.string()),
})
export type OwingEntry = z.infer<typeof owingEntry>

/** How old a debt is, in days, from the youngest on. */
export const OWING_AGES = [
  { from: 0, to: 30, label: 'Up to 30 days' },
  { from: 31, to: 60, label: '31 to 60 days' },
  { from: 61, to: 90, label: '61 to 90 days' },
  { from: 91, to: null, label: 'More than 90 days' },
] as const

/** `GET /todo/owing?after=&limit=`: the page after an appointment. */
export const owingQuery = z.strictObject({
  after: z.optional(appointmentId),
  limit: pageLimit(50),
})

/** Oldest first. */
export const owingList = z.object({
  entries: z.array(owingEntry),
  /** On all pages. */
  total: z.number(),
  /** As `OWING_AGES`; dollars. */
  ages: z.array(z.object({ count: z.number(), sum: z.number() })),
})
export type OwingList = z.infer<typeof owingList>

const reasonToCall = {
  /** ISO instant, UTC. */
  changedAt: z.string(),
  /** Why no email has told them, or that they have not answered. */
  why: z.enum(['no_email', 'unverified', 'bounced', 'failed', 'no_answer']),
}

/**
 * An appointment that the clinic has canceled or moved, and no email has told the family; or one of a closed day,
 * whose family has not answered in time.
 */
const callEntry = z.object({
  ...entryFacts,
  what: z.enum(['cancelled', 'moved', 'reoffered']),
  /** `reoffered`: the other time, and until when it is held; then the appointment is canceled. */
  held: z.optional(
    z.object({
      offer: z.string(),
      date: z.string(),
      slot: z.string(),
      untilAt: z.object({ date: z.string(), minute: z.number() }),
    }),
  ),
  ...reasonToCall,
})
export type CallEntry = z.infer<typeof callEntry>

/** A family that waits no longer, as the clinic gives the treatment on none of its days, and no email has told it. */
const closedCall = z.object({
  /** Of the entry of the waiting list. */
  _id: z.string(),
  what: z.literal('closed'),
  treatment: z.string(),
  doctor: z.nullable(z.string()),
  /** A uid, or the id of a family without an account. */
  family: z.string(),
  /** Each child that waited, or else the account holder. */
  patients: z.array(z.object(shownPatient)),
  ...shownPhone,
  /** The days that it waited for. */
  from: z.string(),
  to: z.string(),
  ...reasonToCall,
  ...todoMark.shape,
})
export type ClosedCall = z.infer<typeof closedCall>

/** `GET /todo/calls`: appointments first; of both, open ones first, in the order of their days. */
export const callList = z.array(z.union([callEntry, closedCall]))

/**
 * `PUT /todo/{list}/{id}`: the id of the appointment, of the entry of the waiting list for a call about it, of the
 * refund to hand back, of the family that is unreachable, of the absence to approve, or what a payment to check is
 * about.
 */
export const todoParams = z.object({
  list: z.enum(MARKED_LISTS),
  id: subjectId,
})

/**
 * `GET /todo/marks`: who takes care of entries of the lists that have pages of their own or come from the
 * schedule. Without payments and absences for staff.
 */
export const todoMarks = z.array(
  z.object({ list: z.enum(MARKED_LISTS), subject: z.string(), ...todoMark.shape }),
)
export type TodoMarks = z.infer<typeof todoMarks>

/** Takes an entry over or gives it back, or says what came of the call; null undoes that. */
export const todoChange = z.strictObject({
  claimed: z.optional(z.boolean('Claimed must be true or false')),
  outcome: z.optional(z.nullable(callOutcome)),
  /** The mark that was on the screen. */
  seen: z.strictObject({
    /** Uid. */
    claimed: z.nullable(z.string()),
    outcome: z.nullable(callOutcome),
  }),
})
export type TodoChange = z.infer<typeof todoChange>

/** A colleague was faster (409): the mark as it is now. */
export const todoRefusal = refusalWith('stale', { current: todoMark })

/** `POST /todo/owing/{id}/ask`: the family gets an email. */
export const askedForPayment = z.object({ askedAt: z.string() })
