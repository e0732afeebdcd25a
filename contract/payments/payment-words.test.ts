import { expect, it } from 'vitest'
import { WORDS } from '#words/every-language.ts'
import { createFormats } from '../formats/formats.ts'
import { CARD_CONSENT, consentIn } from './cards.ts'
import { describeDecline } from './declines.ts'
import { CREDIT_NOTE } from './receipt-example.ts'
import { receiptFacts, receiptTotals } from './receipt-texts.ts'
import { quoteOf, REFUND_CASES } from './refund-cases.ts'
import { describeQuote } from './refund-terms.ts'

it('sends the consent that the English form shows', () => {
  expect(CARD_CONSENT).toBe(consentIn(WORDS.en.cards))
})

it('describes refunds in the language that is asked for', () => {
  const [first] = REFUND_CASES
  if (!first) throw new Error('There are refund cases')
  const quote = { ...quoteOf(first), atDesk: true as const }
  expect(describeQuote(quote, 'canceled', WORDS.es)).toBe(
    'Usted canceló 3 días antes: reembolso completo de $110. Le devolveremos $110 en la clínica cuando usted venga.',
  )
})

it.each([
  [['insufficient_funds', 'card_declined'], 'Su tarjeta no tiene fondos suficientes.'],
  [[null, 'expired_card'], 'Su tarjeta está vencida.'],
  [['invalid_cvc', 'incorrect_cvc'], 'El código de seguridad de su tarjeta es incorrecto.'],
  [
    [undefined, 'processing_error'],
    'Ocurrió un error al procesar su tarjeta. Intente de nuevo en un momento.',
  ],
  [['generic_decline', 'card_declined'], 'Su tarjeta fue rechazada.'],
  [['lost_card', 'card_declined'], 'Su tarjeta fue rechazada.'],
  [['toString', null], 'Su tarjeta fue rechazada.'],
])('says why a card with the codes %j did not pay', (codes, sentence) => {
  expect(describeDecline(codes, WORDS.es.declines)).toBe(sentence)
})

it('describes receipts in the language that is asked for', () => {
  const words = { receipts: WORDS.es.receipts, formats: createFormats(WORDS.es.language.LOCALE) }
  const facts = new Map(receiptFacts(CREDIT_NOTE, words))
  expect(facts.get('Del recibo')).toBe('2027-000001')
  expect(facts.get('Reembolsado')).toMatch(/^27 .*2027$/)
  expect(receiptTotals(CREDIT_NOTE, words).at(-1)).toEqual(['Reembolsado: Visa •••• 4242', 1110])
})
