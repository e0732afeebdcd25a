import * as z from 'zod/mini'

/**
 * Why a kept card is kept no longer. replaced: by the same card, entered again; lost: our payment
 * provider has it no longer; unwanted: it was attached to a payment without a consent for it.
 */
export const cardRemoval = z.enum(['user', 'replaced', 'lost', 'unwanted'])
export type CardRemoval = z.infer<typeof cardRemoval>
