import * as z from 'zod/mini'
import { bookingForm } from '#contract/booking/appointments.ts'
import { appointmentId, familyId, foreignId } from '#contract/ids.ts'
import { phone, shownPhone } from '#contract/phone.ts'
import { optionalText, requiredLine } from '#contract/text.ts'
import { wantedSlot, wantedTreatment } from '#contract/wanted-time.ts'
import * as fields from '#words/en/messages/fields.ts'
import * as words from '#words/en/messages/waitlist.ts'
import { dayAfter, type IsoDate, weekdayOf } from '../dates.ts'
import { conflictWith } from '../errors.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { plannedDate, wireDate } from '../wire-date.ts'

const partOfDay = z.enum(['any', 'morning', 'afternoon'])
export type PartOfDay = z.infer<typeof partOfDay>

/** The minute of the day at which the afternoon begins. */
const NOON = 12 * 60

/** Whether a start lies in a part of the day. */
export function isInPart(startMinute: number, part: PartOfDay): boolean {
  return part === 'any' || startMinute < NOON === (part === 'morning')
}

/** paused: two offers in a row had no answer. */
const waitlistState = z.enum(['open', 'paused', 'ended'])
export type WaitlistState = z.infer<typeof waitlistState>

/** withdrawn: the time is no longer free, or the entry has ended. */
const offerState = z.enum(['open', 'accepted', 'declined', 'expired', 'withdrawn'])
export type OfferState = z.infer<typeof offerState>

const weekdays = z
  .array(z.int().check(z.gte(0), z.lte(6)))
  .check(z.minLength(1, words.chooseWeekday), z.maxLength(7))

/** The most siblings of one entry. */
export const MOST_SIBLINGS = 4

const entryFields = {
  treatment: wantedTreatment,
  child: z.optional(foreignId('child')),
  doctor: z.optional(foreignId('doctor')),
  from: plannedDate,
  to: plannedDate,
  weekdays: z._default(weekdays, [0, 1, 2, 3, 4, 5, 6]),
  part: z._default(partOfDay, 'any'),
  noticeMinutes: z.optional(
    z.int().check(z.gte(0, words.enterMinutes), z.lte(7 * 24 * 60, words.enterFewerDays)),
  ),
}

/** Whether the range contains one of the weekdays. */
function hasWantedDay({ from, to, weekdays }: { from: IsoDate; to: IsoDate; weekdays: number[] }) {
  const week = Array.from({ length: 7 }, (_, days) => dayAfter(from, days))
  return week.some((date) => date <= to && weekdays.includes(weekdayOf(date)))
}

/**
 * `POST /waitlist`: for the caller's own family; with `family`, by staff. With `appointment`, that
 * appointment moves to the sooner time and keeps its treatment, child and address.
 */
export const joinRequest = z
  .strictObject({
    ...entryFields,
    treatment: z.optional(entryFields.treatment),
    /** Siblings, who get a block of times; instead of `child`. */
    children: z.optional(
      z
        .array(foreignId('child'))
        .check(z.minLength(2, words.chooseTwoChildren), z.maxLength(MOST_SIBLINGS)),
    ),
    appointment: z.optional(appointmentId),
    phone: z.optional(phone),
    address: z.optional(optionalText(fields.address, 300)),
    /** Staff only: a uid, or the id of a family without an account. */
    family: z.optional(familyId),
    /** Staff only: why it comes before other entries. */
    urgent: z.optional(requiredLine('Reason', 300)),
  })
  .check(
    // Combinations that could never be offered or accepted.
    z.refine(({ children, appointment }) => !children || !appointment, words.siblingsWaitTogether),
    z.refine(({ children, child }) => !children || !child, words.oneChildOrSeveral),
    z.refine(
      ({ children = [] }) => new Set(children).size === children.length,
      words.eachChildOnce,
    ),
    z.refine(
      ({ treatment, appointment }) => treatment !== undefined || appointment !== undefined,
      words.chooseTreatment,
    ),
    z.refine(({ from, to }) => from <= to, words.lastDayBeforeFirst),
    z.refine(hasWantedDay, words.noWeekdayAmongDays),
  )

export const entryParams = z.object({ id: z.uuid(words.invalidEntryId) })
export const offerParams = z.object({ id: z.uuid(words.invalidOfferId) })

/** How soon it is an entry's turn. Families see no numbers and no names. */
const turn = z.enum(['first', 'next'])

/** The children; empty for the account holder. */
const children = z.array(z.object({ _id: z.string(), name: z.string() }))

const onClinicClock = z.object({ date: z.string(), minute: z.number() })

const offerSummary = z.object({
  _id: z.string(),
  state: offerState,
  date: z.string(),
  slot: z.string(),
  /** Until when the time is held: an ISO instant, UTC, and the same on the clinic's clock. */
  until: z.string(),
  untilAt: onClinicClock,
  /** For a re-offer: until when the family should answer, before the front desk calls; absent after that. */
  answerByAt: z.optional(onClinicClock),
})

export const waitlistEntry = z.object({
  _id: z.string(),
  state: waitlistState,
  treatment: z.string(),
  doctor: z.nullable(z.string()),
  /** 'Mia', 'Mia and Ben'; null for the account holder. */
  child: z.nullable(z.string()),
  children,
  from: z.string(),
  to: z.string(),
  weekdays: z.array(z.number()),
  part: partOfDay,
  noticeMinutes: z.number(),
  /** The appointment that would move. */
  appointment: z.nullable(z.object({ _id: z.string(), date: z.string(), slot: z.string() })),
  turn,
  offer: z.nullable(offerSummary),
  /** The clinic closed the time of `appointment`, and offers another one. */
  isReoffer: z.boolean(),
  /** Why it is closed, if the clinic says so. */
  why: z.optional(z.string()),
  /**
   * Set when the entry ended because the clinic no longer gives the treatment on any of its days. `next`: the
   * first day that would fit, if known.
   */
  closed: z.nullable(z.object({ next: z.nullable(z.string()) })),
})
export type WaitlistEntry = z.infer<typeof waitlistEntry>

/** An entry as staff see it. */
export const deskEntry = z.extend(z.omit(waitlistEntry, { child: true, children: true }), {
  /** Each waiting child, or the account holder. */
  patients: z.array(z.object(shownPatient)),
  family: z.object({ _id: z.string(), name: z.string(), email: z.nullable(z.string()) }),
  ...shownPhone,
  urgent: z.nullable(z.string()),
  /** ISO instant, UTC. */
  joinedAt: z.string(),
  /** Newest first. */
  offers: z.array(offerSummary),
})
export type DeskEntry = z.infer<typeof deskEntry>

/** For how many days a list shows an entry that closed days have ended. */
export const CLOSED_SHOWN_DAYS = 14

/**
 * `GET /waitlist?date=&everyone=&closed=&after=&limit=`: the caller's own entries. For staff: with `date`,
 * entries that want that day; with `everyone=true`, entries of all days, a page after the entry `after`, in
 * the order in which they are offered times, re-offers last; with `closed=true`, entries that closed days
 * ended in the last `CLOSED_SHOWN_DAYS`, latest first. The header `TOTAL_COUNT` has the number on all pages.
 */
export const waitlistQuery = z.strictObject({
  date: z.optional(wireDate),
  everyone: z.optional(z.literal('true')),
  closed: z.optional(z.literal('true')),
  after: z.optional(z.uuid(words.invalidEntryId)),
  limit: pageLimit(50),
})
export const waitlistAnswer = z.array(z.union([deskEntry, waitlistEntry]))

/** `POST /waitlist/{id}/offer`. */
export const handOffer = z.strictObject({ date: wireDate, slot: wantedSlot })

/** `GET /offers/{id}`. */
export const offer = z.object({
  ...offerSummary.shape,
  version: z.int(),
  treatment: z.string(),
  /** 'Mia', 'Mia and Ben'; null for the account holder. */
  child: z.nullable(z.string()),
  children,
  doctor: z.nullable(z.string()),
  /** The siblings' times, answered together, in order; empty for a single time. */
  times: z.array(z.object({ child: z.string(), slot: z.string(), doctor: z.nullable(z.string()) })),
  /** Dollars: the price of the appointment, or of all of them. */
  price: z.number(),
  /** The appointment that would move; null: accepting books one. */
  from: z.nullable(z.object({ _id: z.string(), date: z.string(), slot: z.string() })),
  /**
   * The clinic closed the time of `from`. Declining, or not answering, cancels the appointment with a full
   * refund. `others`: the family's other open re-offers.
   */
  reoffer: z.nullable(
    z.object({
      /** Why it is closed, if the clinic says so. */
      why: z.optional(z.string()),
      others: z.array(
        z.object({
          _id: z.string(),
          child: z.nullable(z.string()),
          date: z.string(),
          slot: z.string(),
        }),
      ),
    }),
  ),
  /** Set once it is accepted. */
  appointmentId: z.nullable(z.string()),
  /** Whether another guardian or the desk answered it. */
  byOther: z.boolean(),
  /** Accepting books in the caller's name, and their phone number and address are unknown. */
  needsContact: z.boolean(),
})
export type Offer = z.infer<typeof offer>

/**
 * `POST /offers/{id}/accept`. `contact`: the caller's phone and address for the booking; by default those on
 * file.
 */
export const acceptRequest = z.strictObject({
  version: z.int(),
  contact: z.optional(z.strictObject(bookingForm.shape)),
})
export const offerRefusal = conflictWith(offer)
export const leaveResponse = z.object({ left: z.literal(true) })
