import * as z from 'zod/mini'
import { treatmentId } from '#contract/ids.ts'
import { errorResponse } from '../errors.ts'
import {
  canceledWithChange,
  minuteOfDay,
  outdatedPreview,
  perhapsDecided,
  undecidedChange,
} from '../schedule/schedule.ts'
import { plannedDate } from '../wire-date.ts'
import { price } from './treatment-admin.ts'

// Open times outside opening hours. Times are minutes after local midnight, prices are dollars.

const SHORTEST_RHYTHM = 5
const LONGEST_RHYTHM = 8 * 60

const RHYTHM = `Enter ${SHORTEST_RHYTHM} to ${LONGEST_RHYTHM} minutes`

/** A session as admins see it. */
const extraSession = z.object({
  _id: z.string(),
  /** Id of the doctor; null for the clinic, where the doctors without hours of their own work. */
  doctor: z.nullable(z.string()),
  date: z.string(),
  fromMinute: z.number(),
  toMinute: z.number(),
  /** Treatment ids; all treatments when empty. */
  treatments: z.array(z.string()),
  /** Minutes from start to start; null for the length of the treatment. */
  everyMinutes: z.nullable(z.number()),
  /** The price of its treatments on that day; null for their usual price. */
  price: z.nullable(z.number()),
  /** How many upcoming appointments are within it. */
  booked: z.number(),
})
export type ExtraSession = z.infer<typeof extraSession>

/** `GET /schedule/sessions`: today's and later ones, in order. */
export const extraSessionList = z.object({
  today: z.string(),
  sessions: z.array(extraSession),
})

/** `POST /schedule/sessions`. */
export const newExtraSession = z
  .strictObject({
    doctor: z.optional(z.uuid('Invalid doctor ID')),
    date: plannedDate,
    fromMinute: minuteOfDay,
    toMinute: minuteOfDay,
    treatments: z.array(treatmentId).check(z.maxLength(100)),
    everyMinutes: z.nullable(
      z.int(RHYTHM).check(z.gte(SHORTEST_RHYTHM, RHYTHM), z.lte(LONGEST_RHYTHM, RHYTHM)),
    ),
    price: z.nullable(price),
  })
  .check(
    z.refine(({ fromMinute, toMinute }) => fromMinute < toMinute, {
      message: 'The end must be after the beginning',
      path: ['toMinute'],
    }),
  )

export const extraSessionParams = z.object({ id: z.uuid('Invalid session ID') })

/**
 * `DELETE /schedule/sessions/{id}?appointments=&fingerprint=`: the decision about its appointments; required
 * when there are any.
 */
export const extraSessionWithdrawal = z.strictObject(perhapsDecided)

export const withdrawnSession = canceledWithChange

/** 409: appointments would no longer fit, and there is no decision about their present state. */
export const sessionWithdrawalRefusal = z.union([outdatedPreview, undecidedChange, errorResponse])
