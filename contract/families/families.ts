import * as z from 'zod/mini'
import { appointmentId, doctorId, familyId, uid } from '#contract/ids.ts'
import { phone, shownPhone } from '#contract/phone.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { newSeriesFacts } from '#contract/series/series.ts'
import { optionalText, requiredLine } from '#contract/text.ts'
import * as fields from '#words/en/messages/fields.ts'
import * as ids from '#words/en/messages/ids.ts'
import { LANGUAGES, TRANSLATIONS } from '#words/languages.ts'
import { overrideReason } from '../booking/appointment-changes.ts'
import { attendance, placeInSeries } from '../booking/appointments.ts'
import { childAlert } from '../front-desk/alerts.ts'
import { child, childChange, guardianRights, knownChild } from '../guardians/children.ts'
import { sentInvitation } from '../guardians/guardians.ts'
import { emailAddress, personName } from '../identity/users.ts'
import { pageLimit } from '../paging.ts'
import { shownTerms } from '../payments/refund-bands.ts'
import { wireDate } from '../wire-date.ts'
import { familyClaim } from './family-claim.ts'

/** The shortest search text. */
export const SHORTEST_SEARCH = 2

/** The most results of a search. */
const MOST_FOUND = 20

/** `GET /families?search=&limit=`: part of a guardian's or child's name, a phone number or an email. */
export const familiesQuery = z.strictObject({
  search: requiredLine('Search', 100, 'Type a name, a phone number or an email').check(
    z.minLength(SHORTEST_SEARCH, `Type at least ${SHORTEST_SEARCH} characters`),
  ),
  /** The most results. */
  limit: pageLimit(MOST_FOUND, MOST_FOUND),
})

/** A family: an account, or one that the front desk books for without an account. */
const familyFacts = {
  /** The account's uid, or an id of our own. */
  _id: z.string(),
  hasAccount: z.boolean(),
  /** The guardian's name. */
  name: z.string(),
  email: z.nullable(z.string()),
  /** Of an account, the phone number of its latest appointment; null without any. */
  phone: z.nullable(z.string()),
  /** Of their emails; absent for English. */
  language: z.optional(z.enum(TRANSLATIONS)),
}

const listedFamily = z.object({
  ...familyFacts,
  /** The eldest first, archived ones last. */
  children: z.array(knownChild),
  /** The next booked appointment; null without one. */
  next: z.nullable(z.object({ date: z.string(), startMinute: z.number(), treatment: z.string() })),
})
export type ListedFamily = z.infer<typeof listedFamily>

export const familyList = z.object({
  /** By name. */
  families: z.array(listedFamily),
  /** More families match than are listed. */
  isCut: z.boolean(),
})
export type FamilyList = z.infer<typeof familyList>

/** `POST /families`: a family without an account. */
export const newFamily = z.strictObject({
  name: personName,
  phone,
  /** Empty for none. */
  email: z.optional(z.union([z.literal(''), emailAddress])),
  /** Of their emails and receipts; absent, it is English, or stays as it is. */
  language: z.optional(z.enum(LANGUAGES, 'Choose a language from the list')),
})
export type NewFamily = z.input<typeof newFamily>

/** `PUT /families/{id}`: `seen` are the details with which the form opened. */
export const familyChange = z.extend(newFamily, {
  seen: z.strictObject({
    name: z.string(),
    phone: z.string(),
    email: z.nullable(z.string()),
    language: z.optional(z.enum(LANGUAGES)),
  }),
})
export type FamilyChange = z.input<typeof familyChange>

export const familyAdded = z.object({ _id: z.string() })

/** A user's uid, or the id of a family without an account. */
export const familyParams = z.object({
  id: familyId,
})

/** An appointment of a family as staff see it. */
const familyAppointment = z.object({
  _id: z.string(),
  version: z.number(),
  /** `2026-06-05` */
  date: z.string(),
  startMinute: z.number(),
  lengthMinutes: z.number(),
  treatment: z.string(),
  /** The child at the time of booking; absent when it is for the guardian. */
  child: z.optional(knownChild),
  /** The other guardian who booked it; `_id` is their uid, null once the account is removed. */
  bookedBy: z.optional(z.object({ _id: z.nullable(z.string()), name: z.string() })),
  doctor: z.nullable(z.string()),
  /** Dollars. */
  price: z.number(),
  /** There is nothing to pay. */
  paid: z.boolean(),
  /** There is nothing to pay, because the previous system bills it. */
  billedElsewhere: z.optional(z.literal(true)),
  /** Dollars that were refunded, or are being refunded. */
  refunded: z.number(),
  status: z.enum(['booked', 'cancelled']),
  attendance,
  /** For staff only. */
  note: z.string(),
  /** Why staff booked it outside opening hours; for staff only. */
  overrideReason: z.nullable(z.string()),
  /** An extra patient beside a taken time; `overrideReason` says why. */
  squeezed: z.boolean(),
  /** Its place in the series that it was booked with. */
  series: z.optional(placeInSeries),
})
export type FamilyAppointment = z.infer<typeof familyAppointment>

const linkedAppointment = z.pick(familyAppointment, {
  _id: true,
  date: true,
  startMinute: true,
  treatment: true,
})

/** What linking a family without an account to the account with its email would change. */
const linkPreview = z.object({
  account: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  /** The appointments that would move to the account. */
  moving: z.array(linkedAppointment),
  /** Booked appointments that the account already has, or that overlap one of its own. */
  conflicts: z.array(linkedAppointment),
  /** The family's children. `same`: id of the account's child with that name and birth date. */
  children: z.array(z.extend(knownChild, { same: z.nullable(z.string()) })),
  /** The account's, without archived ones. */
  accountChildren: z.array(knownChild),
})
export type LinkPreview = z.infer<typeof linkPreview>

/** A child with its guardians, as staff see it; for a family without an account, only the desk manages it. */
const familyChild = z.extend(child, {
  /** The oldest first. */
  alerts: z.array(childAlert),
  /** The account included; the first guardian first. */
  guardians: z.array(
    z.object({
      /** The account's uid. */
      _id: z.string(),
      name: z.string(),
      email: z.string(),
      isOwner: z.boolean(),
      ...guardianRights.shape,
    }),
  ),
  /** Open ones, oldest first. */
  invitations: z.array(sentInvitation),
})
export type FamilyChild = z.infer<typeof familyChild>

/** `GET /families/{id}`. */
export const family = z.object({
  ...familyFacts,
  dialablePhone: shownPhone.dialablePhone,
  /** Whether emails can reach them: there is an address, verified where it is an account's. */
  isReachable: z.boolean(),
  /** Missed appointments of the last 12 months. */
  missed: z.number(),
  /** Now at the clinic. */
  today: z.string(),
  minute: z.number(),
  /** The eldest first, archived ones last. */
  children: z.array(familyChild),
  /** Latest first. */
  appointments: z.array(familyAppointment),
  /** Dollars that any payer paid for these appointments, and dollars refunded. */
  money: z.object({ paid: z.number(), refunded: z.number() }),
  /** Null for accounts, and while no account has verified the email. */
  link: z.nullable(linkPreview),
  /** Set while a proposed link waits for the account to confirm it. */
  proposed: z.nullable(
    z.object({
      /** ISO instant, UTC. */
      at: z.string(),
      /** Name of the member of staff; empty once their account is removed. */
      by: z.string(),
    }),
  ),
  /** Families without an account whose appointments the account has confirmed as its own. */
  linked: z.array(
    z.object({
      /** Id of the link, for `POST /family-links/{id}/undo`. */
      _id: z.string(),
      name: z.string(),
      /** ISO instant, UTC. */
      at: z.string(),
      /** How many appointments became the account's. */
      appointments: z.number(),
    }),
  ),
  /** The link by which the family claims its records, or by which the account has; null without one. */
  claim: z.nullable(familyClaim),
  /** The second guardian of a file of the previous system. */
  secondGuardian: z.nullable(
    z.object({
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  /** Families without an account that have the account's email. */
  linkable: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type Family = z.infer<typeof family>

/** `POST /families/{id}/link`: what the preview showed. */
export const familyLink = z.strictObject({
  /** The account's uid. */
  account: uid,
  /** The appointments that move. */
  appointments: z.array(z.uuid()).check(z.maxLength(500)),
  /**
   * The family's children. `same`: id of the matching child of the account; null: it becomes a new child of
   * the account. A child that is not listed is matched by name and birth date, or becomes a new child.
   */
  children: z._default(
    z
      .array(
        z.strictObject({
          child: z.uuid('Choose a child from the list'),
          same: z.nullable(z.uuid('Choose a child from the list')),
        }),
      )
      .check(z.maxLength(100)),
    [],
  ),
})

/** `_id`: the account's uid. It has to confirm, unless it already did. */
export const linkProposed = z.object({ _id: z.string(), state: z.enum(['proposed', 'confirmed']) })

/** Why nothing was proposed (409). */
export const linkRefusal = z.object({
  code: z.enum(['outdated', 'conflict', 'no_account', 'own_account', 'same_day']),
  message: z.string(),
  /** The present preview; null when there is no account to link. */
  preview: z.nullable(linkPreview),
})
export type LinkRefusal = z.infer<typeof linkRefusal>

/** The front desk's booking dialog: a family without an account needs no address. */
export const deskBookingForm = z.object({
  phone,
  address: optionalText(fields.address, 300),
  reason: z.optional(overrideReason),
})

/** The same with the reason that a time outside opening hours needs. */
export const overridingBookingForm = z.extend(deskBookingForm, {
  reason: overrideReason.check(z.minLength(1, 'Reason is required')),
})

/**
 * `GET /agenda/available?date=&squeeze=`; with `squeeze=true`, the taken times that allow one extra patient.
 */
export const staffTimesQuery = z.strictObject({
  date: wireDate,
  squeeze: z.optional(z.literal('true')),
})

/** `POST /families/{id}/appointments`. */
export const familyBooking = z
  .strictObject({
    /** The treatment's name. */
    treatment: z.string().check(z.minLength(1), z.maxLength(100)),
    date: wireDate,
    /** As offered by `GET /agenda/available`. */
    slot: z.string().check(z.minLength(1), z.maxLength(50)),
    /** Id of a doctor; without one the clinic chooses. */
    doctor: z.optional(doctorId),
    /** Id of one of the family's children; without one it is for the guardian. */
    child: z.optional(z.uuid('Choose a child from the list')),
    /** Dollars, as staff saw them. */
    price: z.number().check(z.nonnegative('Price is invalid')),
    terms: shownTerms,
    /** An extra patient beside a taken time: one of `GET /agenda/available?squeeze=true`. */
    squeeze: z.optional(z.literal(true)),
    ...deskBookingForm.shape,
  })
  .check(
    z.refine(({ squeeze, reason }) => !squeeze || Boolean(reason), {
      path: ['reason'],
      message: 'Reason is required',
    }),
  )
export type FamilyBooking = z.input<typeof familyBooking>

/** `POST /families/{id}/appointment-series`. */
export const familySeries = z.strictObject({
  ...newSeriesFacts,
  phone: deskBookingForm.shape.phone,
  address: deskBookingForm.shape.address,
})
export type FamilySeries = z.input<typeof familySeries>

/** `POST /families/{id}/children` and `PUT /families/{id}/children/{child}`. */
export const familyChildParams = z.extend(familyParams, { child: z.uuid(ids.invalidChildId) })

/** `PUT /families/{id}/children/{child}`: `seen` is the child with which the form opened. */
export const familyChildChange = z.extend(childChange, {
  seen: z.strictObject({ name: z.string(), birthDate: z.string(), archived: z.boolean() }),
})
export type FamilyChildChange = z.input<typeof familyChildChange>

/** The child as it is now. */
export const familyChildSaved = z.extend(knownChild, { archived: z.boolean() })

export const familyAppointmentParams = z.extend(familyParams, {
  appointment: appointmentId,
})

/** `PUT /families/{id}/appointments/{appointment}/patient`. */
export const patientChange = z.strictObject({
  /** Of the appointment that was on the screen. */
  version: seenVersion,
  /** Id of one of the family's children; null: for the guardian. */
  child: z.nullable(z.uuid('Choose a child from the list')),
  /** Why the child's age may differ from the treatment's limits. */
  reason: z.optional(overrideReason),
})

/** The appointment with its patient; `child` is null for the guardian. */
export const patientChanged = z.object({
  _id: z.string(),
  version: z.number(),
  child: z.nullable(knownChild),
})
