import * as z from 'zod/mini'
import { appointmentId, subjectId } from '#contract/ids.ts'
import { shownPhone } from '#contract/phone.ts'
import { refusalWith } from '../errors.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { unconfirmedFact } from '../site/fact-names.ts'
import { agendaEntry } from './agenda.ts'

// The lists of To do: docs/requirements.md#to-do.

/** Lists whose entries staff can claim. */
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

/** The result of a call. Only `reached` ends it. */
export const CALL_OUTCOMES = ['reached', 'message', 'no_answer'] as const
const callOutcome = z.enum(CALL_OUTCOMES)
export type CallOutcome = z.infer<typeof callOutcome>

/** `GET /todo`: how many entries each list has. */
export const todoCounts = z.object({
  /** Past appointments that are neither completed nor missed. */
  settle: z.number(),
  /** Past visits that are unpaid. */
  owing: z.number(),
  /** Families that need a call about a change, because no email reaches them. */
  calls: z.number(),
  /** Families to call about visits that they are asked to book. */
  due: z.number(),
  /** Appointments that no longer fit the schedule. */
  conflicts: z.number(),
  /** Refunds to hand back. */
  handBack: z.number(),
  /** Messages of the contact page that are not done. */
  messages: z.number(),
  /** Families whose address bounced. */
  unreachable: z.number(),
  /** Calendar files that show a time in a former time zone of the clinic. */
  invitations: z.number(),
  /** Payments that disagree with Stripe; for admins only. */
  payments: z.optional(z.number()),
  /** Absences that wait for an admin's approval; for admins only. */
  absences: z.optional(z.number()),
})
export type TodoCounts = z.infer<typeof todoCounts>

/** `GET /todo/setup`: which parts of the clinic are set up; samples count as missing. */
export const setupSteps = z.object({
  /** The clinic is open on at least one weekday, and an admin has saved the hours. */
  hours: z.boolean(),
  /** The clinic has entered its own name and contact details. */
  details: z.boolean(),
  doctors: z.boolean(),
  /** Each doctor gives a treatment. */
  doctorTreatments: z.boolean(),
  /** At least one treatment can be booked: it has a doctor, or needs none. */
  treatments: z.boolean(),
  /** An upcoming closure has been entered. */
  holidays: z.boolean(),
  /** Someone other than the admins has the role staff. */
  staff: z.boolean(),
  /** The Notice of Privacy Practices is published. */
  notice: z.boolean(),
  /** An admin has confirmed it. */
  timeZone: z.boolean(),
  /** Emails are sent by the clinic's own mail server, not by the stand-in. */
  email: z.boolean(),
  /** Cards are charged by Stripe, not by the stand-in. */
  payments: z.boolean(),
  /** An admin has confirmed who gets alarms. */
  alarms: z.boolean(),
  /** There is a second copy, and it is not on the disk of the data. */
  secondCopy: z.boolean(),
  /** Admins have confirmed every claim in the texts of the website. */
  website: z.boolean(),
  /** Every proxy is known. Behind an unknown one, all visitors would count as one. */
  proxy: z.boolean(),
})
export type SetupSteps = z.infer<typeof setupSteps>

/** The steps that an admin has to confirm, because the server cannot check them. */
export const confirmedStep = z.enum(['timeZone', 'alarms'])
export type ConfirmedStep = z.infer<typeof confirmedStep>

/** What an admin has confirmed: the time zone at that moment. */
export interface ConfirmedSetup {
  timeZone?: string
  alarms?: true
}

export const setupState = z.extend(setupSteps, {
  /** What an admin is asked to confirm. */
  toConfirm: z.object({
    timeZone: z.string(),
    /** The email addresses that get alarms. */
    alarms: z.array(z.string()),
  }),
  /** The texts of the website that no admin has written, confirmed or hidden. */
  facts: z.array(unconfirmedFact),
})
export type SetupState = z.infer<typeof setupState>

/** `POST /todo/setup/{step}` */
export const setupParams = z.object({ step: confirmedStep })

const person = z.object({
  /** Uid. */
  _id: z.string(),
  /** Empty once the account is removed. */
  name: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
})

/** The claim of an entry, and the result of a call. */
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
    language: true,
  }).shape,
  /** Whether emails reach the family. */
  isReachable: z.boolean(),
  ...todoMark.shape,
}

/** A past visit that is unpaid. */
const owingEntry = z.object({
  ...entryFacts,
  /** Days since the visit. */
  days: z.number(),
  /** ISO instant, UTC, of the last email that asked for the payment; null without one. */
  askedAt: z.nullable(z.string()),
})
export type OwingEntry = z.infer<typeof owingEntry>

/** Age groups of debts: days, the youngest first. */
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
  /** Why no email reached the family, or that the family has not answered. */
  why: z.enum(['no_email', 'unverified', 'bounced', 'failed', 'no_answer']),
}

/** A time that is held for the family. */
const heldTime = z.object({
  offer: z.string(),
  date: z.string(),
  slot: z.string(),
  /** On the clinic's clock. */
  untilAt: z.object({ date: z.string(), minute: z.number() }),
})

/**
 * An appointment that the clinic canceled or moved and that no email was about, or an appointment of a closed
 * day whose family no email reaches or that has not answered in time.
 */
const callEntry = z.object({
  ...entryFacts,
  what: z.enum(['cancelled', 'moved', 'reoffered']),
  /** `reoffered`: the other time, and until when it is held. After that the appointment is canceled. */
  held: z.optional(heldTime),
  ...reasonToCall,
})
export type CallEntry = z.infer<typeof callEntry>

/**
 * A family on the waiting list that no email reaches. `closed`: its wait ended, because the clinic
 * no longer gives the treatment on any of its days; `offered`: a time is held for it.
 */
const waitingCall = z.object({
  /** Id of the waiting list entry. */
  _id: z.string(),
  what: z.enum(['closed', 'offered']),
  treatment: z.string(),
  doctor: z.nullable(z.string()),
  /** A uid, or the id of a family without an account. */
  family: z.string(),
  /** Each waiting child, or the account holder. */
  patients: z.array(z.object(shownPatient)),
  ...shownPhone,
  language: agendaEntry.shape.language,
  /** The days that the entry covered. */
  from: z.string(),
  to: z.string(),
  /** `offered`: after that the next family is asked. */
  held: z.optional(heldTime),
  ...reasonToCall,
  ...todoMark.shape,
})
export type WaitingCall = z.infer<typeof waitingCall>

/**
 * `GET /todo/calls`: appointments first, then entries; each with open ones first, in the order of their days.
 */
export const callList = z.array(z.union([callEntry, waitingCall]))

/**
 * `PUT /todo/{list}/{id}`. The id is that of the appointment, the waiting list entry to call about, the
 * refund to hand back, the unreachable family, the absence to approve, or the subject of the payment problem.
 */
export const todoParams = z.object({
  list: z.enum(MARKED_LISTS),
  id: subjectId,
})

/**
 * `GET /todo/marks`: claims of entries in lists that have pages of their own or come from the schedule. Staff
 * get none of payments and absences.
 */
export const todoMarks = z.array(
  z.object({ list: z.enum(MARKED_LISTS), subject: z.string(), ...todoMark.shape }),
)
export type TodoMarks = z.infer<typeof todoMarks>

/** Claims an entry, releases it, or records the result of a call; null undoes that. */
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

/** A colleague was faster (409): the present mark. */
export const todoRefusal = refusalWith('stale', { current: todoMark })

/** `POST /todo/owing/{id}/ask`: the family gets an email. */
export const askedForPayment = z.object({ askedAt: z.string() })
