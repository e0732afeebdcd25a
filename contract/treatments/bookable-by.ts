import * as z from 'zod/mini'

/**
 * Which families book a treatment online. online: all; ticket: families that the clinic has asked to book it
 * (`tickets`); desk: none. Staff book it for all.
 */
export const bookableBy = z.enum(['online', 'ticket', 'desk'])
export type BookableBy = z.infer<typeof bookableBy>
