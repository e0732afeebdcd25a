import { makeAdmin, makeDoctor, makeStaff } from '#contract/identity/user-admin-calls.ts'
import {
  createRecallTokens,
  createUnsubscribeTokens,
} from '#domain/notifications/content/link-tokens.ts'
import { JWT_SECRET } from '../clinic.ts'
import type { Ask, CostsOf } from './cost.ts'
import { ADMINS } from './furnish.ts'
import { MANY_WORDS, search } from './search.ts'

type WithEmail = Ask<{ params: { email: string } }>

const RIGHTS = { mayBook: true, mayPay: true, receivesEmail: true }
const settings = { secret: JWT_SECRET, siteUrl: 'https://clinic.example' }
const tokens = createUnsubscribeTokens(settings)
const recallTokens = createRecallTokens(settings)

/** Another patient each time. */
const patient: WithEmail = ({ next }) => ({ params: { email: next('patients').of } })

/** An own child that has other guardians. */
const sharedChild: Ask<{ params: { id: string } }> = ({ one }, round) => {
  const { id, uid } = one('guardianships', round)
  return { as: uid, params: { id } }
}

export const peopleCosts: CostsOf<'people'> = {
  'GET /children': { list: true },
  'POST /children': {
    ask: ({ next }) => ({
      as: next('patients').uid,
      body: { name: 'Ida', birthDate: '2024-06-05' },
    }),
  },
  'PUT /children/:id': {
    ask: ({ next }) => {
      const { id, uid } = next('children')
      const body = { name: 'Ida Changed', birthDate: '2020-06-05', archived: false }
      return { as: uid, params: { id }, body }
    },
  },
  'DELETE /children/:id': {
    ask: ({ next }) => {
      const { id, uid } = next('siblings')
      return { as: uid, params: { id } }
    },
  },
  'GET /contact': {},
  'PUT /contact': { ask: () => ({ body: { phone: '(503) 555-0100', address: '1 Main Street' } }) },
  'GET /email-settings': {},
  'PUT /email-settings': { ask: () => ({ body: { reminders: true } }) },
  'POST /recalls/resume': {
    ask: ({ one }, round) => {
      const { uid, of } = one('tickets', round)
      return { as: uid, body: { child: of } }
    },
  },
  'POST /unsubscribe': {
    ask: ({ next }) => ({ query: { token: tokens.issue(next('patients').uid) } }),
  },
  'POST /recalls/stop': {
    ask: ({ next }) => {
      const { id, uid } = next('children')
      return { query: { token: recallTokens.issue({ family: uid, children: [id] }) } }
    },
  },
  'POST /guardian-invitations': {
    ask: ({ next }) => {
      const { id, uid } = next('children')
      return { as: uid, body: { children: [id], email: 'grandma@example.com', ...RIGHTS } }
    },
  },
  'GET /guardian-invitations/:id': {
    list: true,
    ask: ({ one }, round) => {
      const { id, uid } = one('mostInvited', round % 3)
      return { as: uid, params: { id } }
    },
  },
  'POST /guardian-invitations/:id/accept': {
    ask: ({ next }) => {
      const { id, uid } = next('invitations')
      return { as: uid, params: { id }, body: { merges: [] } }
    },
  },
  'DELETE /guardian-invitations/:id': {
    ask: ({ next }) => {
      const { id, of } = next('invitations')
      return { as: of, params: { id } }
    },
  },
  'GET /children/appointments': { list: true },
  'GET /children/:id/guardians': { list: true, ask: sharedChild },
  'PUT /children/:id/guardians/:uid': {
    ask: ({ one }, round) => {
      const { id, uid, of } = one('guardianships', round)
      const body = { isOwner: false, ...RIGHTS, receivesEmail: round % 2 === 0 }
      return { as: uid, params: { id, uid: of }, body }
    },
  },
  'DELETE /children/:id/guardians/:uid': {
    ask: ({ next }) => {
      const { id, uid, of } = next('guardianships')
      return { as: uid, params: { id, uid: of } }
    },
  },
  'GET /sessions': { list: true },
  'DELETE /sessions': { unmeasured: 'asks the identity provider' },
  'DELETE /sessions/:id': {
    ask: ({ next }) => {
      const { id, uid } = next('sessions')
      return { as: uid, params: { id } }
    },
  },
  'DELETE /sessions/current': { ask: ({ next }) => ({ as: next('patients').uid }) },
  'GET /users': {
    list: true,
    ask: {
      search: search('garcia', 'maria lop', 'an'),
      'search for everyone': search('example.com'),
      'many words': search(MANY_WORDS),
      'who works at the clinic': () => ({ query: { role: 'clinic' as const } }),
      'page 300': (_, round) => ({
        query: { page: 300, ...(round % 2 === 0 && { role: 'patient' as const }) },
      }),
    },
  },
  'PUT /user/admin/:email': { ask: patient },
  'DELETE /user/admin/:email': {
    ask: async ({ next, read }) => {
      const params = { email: next('patients').of }
      await read(makeAdmin, { params }, ADMINS[0] ?? '')
      return { params }
    },
  },
  'PUT /user/staff/:email': { ask: patient },
  'DELETE /user/staff/:email': {
    ask: async ({ next, read }) => {
      const params = { email: next('patients').of }
      await read(makeStaff, { params }, ADMINS[0] ?? '')
      return { params }
    },
  },
  'PUT /user/doctor/:email': {
    ask: ({ next, doctors }, round) => ({
      params: { email: next('patients').of },
      body: { doctor: doctors[round % 10] ?? '' },
    }),
  },
  'DELETE /user/doctor/:email': {
    ask: async ({ next, read, doctors }) => {
      const params = { email: next('patients').of }
      await read(makeDoctor, { params, body: { doctor: doctors[15] ?? '' } }, ADMINS[0] ?? '')
      return { params }
    },
  },
  'POST /user/:email/second-factor-reset': { unmeasured: 'asks the identity provider' },
  'DELETE /user/:email': { unmeasured: 'asks the identity provider' },
  'GET /admin/:email': {
    ask: ({ families: [as = ''], emailOf }) => ({ as, params: { email: emailOf(as) } }),
  },
}
