import { deleteOrphanedCustomers, detachCard } from '#domain/payments/cards/keep-card.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

/** Has Stripe delete removed cards, and the cards of removed accounts. */
export function cardHandlers(stripe: StripeAdapter): Handler[] {
  const now = () => new Date()
  return [
    defineHandler({
      name: 'card.detach',
      on: 'user.card_removed',
      run: ({ cardId }, { db }) => detachCard({ db, stripe, now }, cardId),
    }),
    defineHandler({
      name: 'card.forget',
      on: 'user.removed',
      run: (_data, { db }) => deleteOrphanedCustomers({ db, stripe, now }),
    }),
  ]
}
