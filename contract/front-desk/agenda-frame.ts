import * as z from 'zod/mini'
import { wireDate } from '../wire-date.ts'

/** `GET /agenda/frame?date=&days=`: a day or a week. */
export const agendaFrameQuery = z.strictObject({
  date: wireDate,
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(7)), 1),
})

/** Minutes after midnight at the clinic. */
export const span = z.object({ from: z.number(), to: z.number() })

/** Time without appointments although it is within the hours. */
export const closedTime = z.object({ ...span.shape, reason: z.string() })

/** What the calendar shows around appointments. No patient data. */
export const agendaFrame = z.object({
  /** Today at the clinic. */
  today: z.string(),
  /** Minutes after midnight at the clinic. */
  minute: z.number(),
  /** Sorted by name, as their columns are. */
  doctors: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      /** Ids of the active treatments that they give. */
      treatments: z.array(z.string()),
    }),
  ),
  /** Active treatments without doctors. */
  treatments: z.array(z.object({ _id: z.string(), name: z.string() })),
  days: z.array(
    z.object({
      date: z.string(),
      /** The clinic's; a gap between two is a break. */
      hours: z.array(span),
      closures: z.array(closedTime),
      /** In the order of `doctors`. */
      doctors: z.array(
        z.object({ _id: z.string(), hours: z.array(span), absences: z.array(closedTime) }),
      ),
    }),
  ),
})
export type AgendaFrame = z.infer<typeof agendaFrame>
export type FrameDay = AgendaFrame['days'][number]
export type ClosedTime = z.infer<typeof closedTime>
