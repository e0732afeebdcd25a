import { consentIn } from '#contract/payments/cards.ts'
import * as calls from '#contract/payments/payments-refusals.ts'
import { agreeToKeep, chooseCard } from '#domain/payments/cards/choose-card.ts'
import { removeCard } from '#domain/payments/cards/keep-card.ts'
import { findCard, listCards } from '#drizzle/queries/payments/cards.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { speech } from '#server/http/spoken-language.ts'
import { toKeptCard } from '#server/views/payments.ts'

/** The user's own kept cards. */
export const cardRoutes: Routes = (app, services) => {
  const { db, stripe, clinicClock, wakeRelay } = services
  const context = { db, stripe, now: clinicClock.now }

  handle(app, calls.listCards, async ({ user }) => {
    const { today } = clinicClock.moment()
    return listCards(db, user.uid).map((card) => toKeptCard(card, today))
  })

  handle(app, calls.removeCard, async ({ user: { uid }, params: { id } }) => {
    const isRemoved = await writeTransaction(db, (tx) => {
      const card = findCard(tx, id)
      if (card?.userUid !== uid) return undefined
      return removeCard(tx, card, { reason: 'user', actor: uid, now: clinicClock.now() })
    })
    if (isRemoved === undefined) throw refuse(calls.removeCard, 'not_found')
    wakeRelay()
    return { deletedCount: isRemoved ? 1 : 0 }
  })

  handle(app, calls.chooseCard, async ({ user: { uid }, params, body }) => {
    const choice = { uid, intentId: params.id, cardId: body.card }
    const chosen = await chooseCard(context, choice)
    wakeRelay()
    if (chosen.outcome !== 'chosen') throw refuse(calls.chooseCard, chosen.outcome)
    return { paymentMethod: chosen.paymentMethodId }
  })

  handle(app, calls.keepCard, async ({ user: { uid }, params, body }) => {
    const { paymentMethod: paymentMethodId } = body
    const text = consentIn(speech().words.cards)
    const chosen = await agreeToKeep(context, { uid, intentId: params.id, paymentMethodId, text })
    wakeRelay()
    if (chosen.outcome !== 'chosen') throw refuse(calls.keepCard, chosen.outcome)
    return { paymentMethod: chosen.paymentMethodId }
  })
}
