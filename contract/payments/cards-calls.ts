import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import * as schemas from './cards.ts'
import { paymentParams } from './payments.ts'

export const listCards = call('GET', '/cards', 'user', {
  summary: 'Your kept cards, the most recently used first',
  answers: { 200: schemas.keptCards },
})

export const removeCard = call('DELETE', '/cards/:id', 'user', {
  summary: 'Remove one of your kept cards',
  params: schemas.cardParams,
  answers: { 200: deletion },
})

export const chooseCard = call('POST', '/payments/:id/card', 'user', {
  summary: 'Choose one of your kept cards for an open payment',
  limit: { name: 'payment', perMinute: 20, per: 'user' },
  params: paymentParams,
  body: schemas.cardChoice,
  answers: { 200: schemas.chosenCard },
})

export const keepCard = call('POST', '/payments/:id/keep-card', 'user', {
  summary: 'Agree that the card of an open payment is kept for later ones',
  limit: { name: 'payment', perMinute: 20, per: 'user' },
  params: paymentParams,
  body: schemas.cardConsent,
  answers: { 200: schemas.chosenCard },
})
