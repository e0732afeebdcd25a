import * as z from 'zod/mini'
import { call } from '../call.ts'
import { blocksQuery } from './blocks.ts'

// A file of its own: the booking loads it only when no times fit.

/** The days after a day without blocks on which the next ones are looked for. */
export const NEXT_BLOCK_WITHIN_DAYS = 14

/** `GET /appointment-blocks/obstacles`: why a day has no blocks, and the next day that has. */
export const blockObstacles = z.object({
  /** The children who cannot have their treatment that day at all; none if their times are too far apart. */
  children: z.array(
    z.object({
      name: z.string(),
      /** The treatment's name. */
      treatment: z.string(),
      /** When the child has that treatment already: '09:00 AM - 09:30 AM'; null if no time is left. */
      slot: z.nullable(z.string()),
    }),
  ),
  /** Null if no day within `NEXT_BLOCK_WITHIN_DAYS` has any. */
  nextDay: z.nullable(z.string()),
})
export type BlockObstacles = z.infer<typeof blockObstacles>

export const findBlockObstacles = call('GET', '/appointment-blocks/obstacles', 'user', {
  summary: 'Why a day has no blocks, by child, and the next day with blocks',
  limit: { name: 'blocks', perMinute: 60, per: 'user' },
  query: blocksQuery,
  answers: { 200: blockObstacles },
})
