import * as z from 'zod/mini'

/** How the link reaches the family. */
export const CLAIM_CHANNELS = ['email', 'letter'] as const
export type ClaimChannel = (typeof CLAIM_CHANNELS)[number]

/**
 * open: can be used; used: the family has an account; failed: no tries are left; replaced: a newer
 * link was made, or the family's email has changed.
 */
export const claimState = z.enum(['open', 'used', 'failed', 'expired', 'replaced'])
export type ClaimState = z.infer<typeof claimState>

/** The state of a family's invitation, for staff. */
export const familyClaim = z.object({
  state: claimState,
  channel: z.enum(CLAIM_CHANNELS),
  /** ISO instants, UTC. */
  sentAt: z.string(),
  usedAt: z.nullable(z.string()),
  /** The last day on which it can be used. */
  until: z.string(),
})
export type FamilyClaim = z.infer<typeof familyClaim>
