import { dayAfter, weekdayOf } from '#contract/dates.ts'
import type { AnyCost } from './cost.ts'
import { ADMINS, feedToken } from './furnish.ts'

/** Routes that are not declared as calls. */
export const otherCosts = {
  'GET /.well-known/change-password': {},
  'GET /.well-known/security.txt': {},
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /metrics': { unmeasured: 'answers this machine only' },
  'GET /feeds/:file': {
    sliced: true,
    ask: {
      'of all doctors': () => ({ params: { file: `${feedToken(0)}.ics` } }),
      'of a doctor': () => ({ params: { file: `${feedToken(1)}.ics` } }),
    },
  },
  'GET /fhir/$bulk-publish': {},
  'GET /fhir/:file': {
    sliced: true,
    ask: {
      directory: () => ({ params: { file: 'Schedule.ndjson' } }),
      // For each week, the first request finds no cached day.
      'a week': ({ today }, round) => {
        const monday = dayAfter(today, 7 * (round % 12) - ((weekdayOf(today) + 6) % 7))
        return { params: { file: `Slot-${monday}.ndjson` } }
      },
    },
  },
  'PUT /users/:email': { unmeasured: 'asks the identity provider' },
  'GET /appointment/:id/calendar': {
    ask: ({ one }, round) => {
      const { id, uid } = one('upcoming', round)
      return { as: uid, params: { id } }
    },
  },
  'GET /available/changes': { unmeasured: 'stays open' },
  'GET /agenda/changes': { unmeasured: 'stays open' },
  'GET /my-day/changes': { unmeasured: 'stays open' },
  'POST /webhooks/stripe': { unmeasured: 'needs a signature of a provider' },
  'POST /webhooks/mail': { unmeasured: 'needs a signature of a provider' },
  'POST /images': { unmeasured: 'works in a thread of its own' },
  'POST /profile/photo': { unmeasured: 'works in a thread of its own' },
  'POST /imports': { unmeasured: 'asks a job' },
  'POST /exports': {
    sliced: true,
    // Each admin may ask five times a minute.
    ask: (_, round) => ({
      as: ADMINS[round % ADMINS.length],
      body: { reason: 'own_copy', notes: true, alerts: true },
    }),
  },
  'GET /imports/:id/refused': {
    sliced: true,
    ask: ({ one }, round) => ({ as: 'admin-0', params: { id: one('imports', round).id } }),
  },
  'GET /imports/:id/changes': { unmeasured: 'stays open' },
  'GET /images/:id': { unmeasured: 'works in a thread of its own' },
  'GET /images/:id/:size': { unmeasured: 'works in a thread of its own' },
  'GET /receipts/:id/pdf': { unmeasured: 'works in a thread of its own' },
  'GET /receipts/months/:month': {
    sliced: true,
    ask: ({ today }) => ({ as: 'admin-0', params: { month: today.slice(0, 7) } }),
  },
  'GET /docs': {},
  'GET /docs/*': { at: '/docs/json' },
} as const satisfies Record<string, AnyCost>
