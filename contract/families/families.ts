import * as z from 'zod/mini'
import { appointmentId, doctorId, familyId, uid } from '#contract/ids.ts'
import { phone, shownPhone } from '#contract/phone.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { newSeriesFacts } from '#contract/series/series.ts'
import { optionalText, requiredLine } from '#contract/text.ts'
import { overrideReason } from '../booking/appointment-changes.ts'
import { attendance, placeInSeries } from '../booking/appointments.ts'
import { childAlert } from '../front-desk/alerts.ts'
import { child, childChange, guardianRights, knownChild } from '../guardians/children.ts'
import { sentInvitation } from '../guardians/guardians.ts'
import { emailAddress, personName } from '../identity/users.ts'
import { pageLimit } from '../paging.ts'
import { shownTerms } from '../payments/refund-bands.ts'
import { wireDate } from '../wire-date.ts'

/** The shortest text that is searched for. */
export const SHORTEST_SEARCH = 2

/** The longest list of a search. */
const MOST_FOUND = 20

/** `GET /families?search=&limit=`: part of a guardian's or child's name, a phone number or an email. */
export const familiesQuery = z.strictObject({
  search: requiredLine('Search', 100, 'Type a name, a phone number or an email').check(
    z.minLength(SHORTEST_SEARCH, `Type at least ${SHORTEST_SEARCH} characters`),
  ),
  /** The longest list. */
  limit: pageLimit(MOST_FOUND, MOST_FOUND),
})

/** A family: an account, or one that the front desk books for without an account. */
const familyFacts = {
  /** The account's uid, or an id of our own. */
  _id: z.string(),
  hasAccount: z.boolean(),
  /** The guardian's. */
  name: z.string(),
  email: z.nullable(z.string()),
  /** Of accounts, the one of their latest appointment; null without any. */
  phone: z.nullable(z.string()),
}

const listedFamily = z.object({
  ...familyFacts,
  /** The eldest first, archived ones at the end. */
  children: z.array(knownChild),
  /** The next booked appointment; null without one. */
  next: z.nullable(z.object({ date: z.string(), startMinute: z.number(), treatment: z.string() })),
})
export type ListedFamily = z.infer<typeof listedFamily>

export const familyList = z.object({
  /** By name. */
  families: z.array(listedFamily),
  /** There are more: the text names too many. */
  isCut: z.boolean(),
})
export type FamilyList = z.infer<typeof familyList>

/** `POST /families`: a family without an account. */
export const newFamily = z.strictObject({
  name: personName,
  phone,
  /** Empty: none. */
  email: z.optional(z.union([z.literal(''), emailAddress])),
})
export type NewFamily = z.input<typeof newFamily>

/** `PUT /families/{id}`: `seen` are its details as the form began with them. */
export const familyChange = z.extend(newFamily, {
  seen: z.strictObject({
    name: z.string(),
    phone: z.string(),
    email: z.nullable(z.string()),
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
  /** The child that it is for, as it says; absent when it is for the guardian. */
  child: z.optional(knownChild),
  /** Another guardian of the child; `_id` is their uid, null once the account has been removed. */
  bookedBy: z.optional(z.object({ _id: z.nullable(z.string()), name: z.string() })),
  doctor: z.nullable(z.string()),
  /** Dollars. */
  price: z.number(),
  paid: z.boolean(),
  /** Dollars that went back, or are about to. */
  refunded: z.number(),
  status: z.enum(['booked', 'cancelled']),
  attendance,
  /** For staff only. */
  note: z.string(),
  /** Why staff booked it outside of the hours; for staff only. */
  overrideReason: z.nullable(z.string()),
  /** An extra patient beside a taken time, for that reason. */
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

/** The effect of linking a family without an account to the account with its email. */
const linkPreview = z.object({
  account: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  /** The appointments that become the account's. */
  moving: z.array(linkedAppointment),
  /** Booked appointments that the account has already, or has others at the time of. */
  conflicts: z.array(linkedAppointment),
  /** The family's; `same`: the account's child with that name and birth date. */
  children: z.array(z.extend(knownChild, { same: z.nullable(z.string()) })),
  /** The account's, without archived ones. */
  accountChildren: z.array(knownChild),
})
export type LinkPreview = z.infer<typeof linkPreview>

/** A child with everyone who looks after it, as staff see it; without an account only the desk does. */
const familyChild = z.extend(child, {
  /** The oldest first. */
  alerts: z.array(childAlert),
  /** The account among them; who was first at the beginning. */
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
  /** The eldest first, archived ones at the end. */
  children: z.array(familyChild),
  /** Latest first. */
  appointments: z.array(familyAppointment),
  /** Dollars that were paid for these appointments, by any payer, and that went back. */
  money: z.object({ paid: z.number(), refunded: z.number() }),
  /** Null for accounts, and while no account has the verified email. */
  link: z.nullable(linkPreview),
  /** Staff have proposed the link, and the account has not confirmed it yet; null otherwise. */
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
      /** Of the link, for `POST /family-links/{id}/undo`. */
      _id: z.string(),
      name: z.string(),
      /** ISO instant, UTC. */
      at: z.string(),
      /** How many appointments became the account's. */
      appointments: z.number(),
    }),
  ),
  /** Families without an account that have the account's email. */
  linkable: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type Family = z.infer<typeof family>

/** `POST /families/{id}/link`: what the preview has shown. */
export const familyLink = z.strictObject({
  /** The account's uid. */
  account: uid,
  /** The appointments that move. */
  appointments: z.array(z.uuid()).check(z.maxLength(500)),
  /**
   * The children of the family: `same` is the account's child that it is; null: it becomes one of
   * the account's. Children that are not named are the account's child of that name and birth date,
   * or become one.
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

/** `_id`: the account's uid; it has yet to confirm unless it did before. */
export const linkProposed = z.object({ _id: z.string(), state: z.enum(['proposed', 'confirmed']) })

/** Why nothing was proposed (409). */
export const linkRefusal = z.object({
  code: z.enum(['outdated', 'conflict', 'no_account', 'own_account', 'same_day']),
  message: z.string(),
  /** As it is now; null when there is no account to link. */
  preview: z.nullable(linkPreview),
})
export type LinkRefusal = z.infer<typeof linkRefusal>

/** The booking dialog of the front desk: families without an account need not have an address. */
export const deskBookingForm = z.object({
  phone,
  address: optionalText('Address', 300),
  reason: z.optional(overrideReason),
})

/** The same for a time outside of the hours, which needs a reason. */
export const overridingBookingForm = z.extend(deskBookingForm, {
  reason: overrideReason.check(z.minLength(1, 'Reason is required')),
})

/**
 * `GET /agenda/available?date=&squeeze=`; with `squeeze=true` the taken times beside which one extra
 * patient can be put.
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
    /** Dollars, as staff saw it. */
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
export const familyChildParams = z.extend(familyParams, { child: z.uuid('Invalid child ID') })

/** `PUT /families/{id}/children/{child}`: `seen` is the child as the form began with it. */
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
  /** Why for a child of another age than the treatment is for. */
  reason: z.optional(overrideReason),
})

/** The appointment with its patient; `child`: null for the guardian. */
export const patientChanged = z.object({
  _id: z.string(),
  version: z.number(),
  child: z.nullable(knownChild),
})
