import type { PaymentIntent } from '@stripe/stripe-js'
import type { SandboxCard } from '#words/sandbox-cards.ts'
import { adoptStyles, make } from './dom.ts'

let count = 0

/**
 * Replaces the bank's 3-D Secure page, on which the cardholder confirms the payment. Closing it declines the
 * payment.
 */
export function askCardholder(
  intent: Pick<PaymentIntent, 'amount' | 'currency'>,
  words: SandboxCard,
): Promise<'complete' | 'fail'> {
  adoptStyles()
  count += 1
  const id = `stripe-sandbox-challenge-${count}`
  const amount = new Intl.NumberFormat(words.locale, {
    style: 'currency',
    currency: intent.currency,
  }).format(intent.amount / 100)
  const complete = make('button', { type: 'button' }, words.complete)
  const fail = make('button', { type: 'button' }, words.fail)
  const dialog = make(
    'dialog',
    {
      class: 'stripe-sandbox-challenge',
      lang: words.language,
      dir: words.direction,
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-text`,
    },
    make('p', { class: 'stripe-sandbox-note' }, words.noRealPayment),
    make('h2', { id: `${id}-title` }, words.confirmPayment),
    make('p', { id: `${id}-text` }, words.bankAsks(amount)),
    make('div', { class: 'stripe-sandbox-actions' }, complete, fail),
  )
  return new Promise((resolve) => {
    const answer = (outcome: 'complete' | 'fail'): void => {
      dialog.close()
      dialog.remove()
      resolve(outcome)
    }
    complete.addEventListener('click', () => answer('complete'))
    fail.addEventListener('click', () => answer('fail'))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      answer('fail')
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
