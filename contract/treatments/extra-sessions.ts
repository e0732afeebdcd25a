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

// Extra time in spite of the hours. Times are minutes after local midnight, prices dollars.

const SHORTEST_RHYTHM = 5
const LONGEST_RHYTHM = 8 * 60

const RHYTHM = `Enter ${SHORTEST_RHYTHM} to ${LONGEST_RHYTHM} minutes`

/** A session as admins see it. */
const extraSession = z.object({
  _id: z.string(),
  /** A doctor's id; null for the clinic, where the doctors who have no hours of their own work. */
  doctor: z.nullable(z.string()),
  date: z.string(),
  fromMinute: z.number(),
  toMinute: z.number(),
  /** Treatment ids; all treatments when empty. */
  treatments: z.array(z.string()),
  /** From start to start; null: the length of the treatment. */
  everyMinutes: z.nullable(z.number()),
  /** Of its treatments all that day; null: as on other days. */
  price: z.nullable(z.number()),
  /** How many upcoming appointments are in it. */
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

/** `DELETE /schedule/sessions/{id}?appointments=&fingerprint=`; needed when there are any. */
export const extraSessionWithdrawal = z.strictObject(perhapsDecided)

export const withdrawnSession = canceledWithChange

/** 409: appointments would no longer fit, and there is no decision about them as they are now. */
export const sessionWithdrawalRefusal = z.union([outdatedPreview, undecidedChange, errorResponse])
