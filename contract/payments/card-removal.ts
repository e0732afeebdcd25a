import * as z from 'zod/mini'

/**
 * Why a card is no longer kept. replaced: by the same card, entered again; lost: the payment
 * provider no longer has it; unwanted: it was attached to a payment without consent.
 */
export const cardRemoval = z.enum(['user', 'replaced', 'lost', 'unwanted'])
export type CardRemoval = z.infer<typeof cardRemoval>
