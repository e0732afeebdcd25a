import type { CostsOf } from './cost.ts'
import { MANY_WORDS, search } from './search.ts'

export const moneyCosts: CostsOf<'money'> = {
  'POST /create-payment-intent': { unmeasured: 'asks Stripe' },
  'POST /payments': { unmeasured: 'asks Stripe' },
  'POST /payments/:id/check': { unmeasured: 'asks Stripe' },
  'PATCH /booking/:id': { unmeasured: 'asks Stripe' },
  'POST /payments/:id/card': { unmeasured: 'asks Stripe' },
  'POST /payments/:id/keep-card': { unmeasured: 'asks Stripe' },
  'GET /cards': { ask: ({ one }, round) => ({ as: one('cards', round).uid }) },
  'DELETE /cards/:id': {
    ask: ({ next }) => {
      const { id, uid } = next('cards')
      return { as: uid, params: { id } }
    },
  },
  'GET /receipts/:id': {
    ask: ({ one }, round) => ({ as: 'desk', params: { id: one('paidAtDesk', round).of } }),
  },
  'GET /appointments/:id/receipts': {
    ask: ({ one }, round) => {
      const { id, uid } = one('paidAtDesk', round)
      return { as: uid, params: { id } }
    },
  },
  'GET /payments/problems': { list: true },
  'POST /payments/problems/link': { unmeasured: 'asks Stripe' },
  'POST /payments/problems/settle': { unmeasured: 'asks Stripe' },
  'POST /payments/problems/refund': {
    ask: ({ next }) => ({ body: { cause: 'refund_failed', subject: next('failedRefunds').id } }),
  },
  'POST /payments/problems/hand-back': {
    ask: ({ next }) => ({ body: { cause: 'refund_failed', subject: next('failedRefunds').id } }),
  },
  'POST /payments/problems/acknowledge': {
    ask: ({ next }) => ({ body: { cause: 'disputed', subject: next('disputes').id } }),
  },
  'GET /payments': {
    list: true,
    ask: {
      newest: () => ({ query: {} }),
      search: search('garcia', 'patient77@', 'zoe', 'ma'),
      'nothing found': search('zoe garciaking', 'patient77@example.org'),
      'many words': search(MANY_WORDS),
    },
  },
  'POST /payments/:id/refund': {
    ask: ({ next }) => {
      const { id, of: itemId } = next('cashItems')
      return { params: { id }, body: { itemId, amountCents: 100, reason: 'Waited for an hour' } }
    },
  },
}
