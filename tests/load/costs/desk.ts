import { dayAfter } from '#contract/dates.ts'
import { addFamily, getFamily } from '#contract/families/families-calls.ts'
import { confirmFamilyLink } from '#contract/families/family-links-calls.ts'
import type { Ask, CostsOf } from './cost.ts'
import type { CostClinic } from './cost-clinic.ts'
import { ADMINS, claimTokens, DESK_STAFF, DOCTOR_USER } from './furnish.ts'
import { MANY_WORDS, search } from './search.ts'

const [DESK = ''] = DESK_STAFF
const [ADMIN = ''] = ADMINS
const CONTACT = { phone: '+1 212 555 0100', address: '1 Main Street' }

const onDay: Ask<{ query: { date: string } }> = ({ day }) => ({ query: { date: day(1) } })

/** Past days in rotation: the calendar reads a week day by day. */
const onPastDay: Ask<{ query: { date: string } }> = ({ dayBefore }, round) => ({
  query: { date: dayBefore(round % 5) },
})

/** The child with the most alerts. */
const childWithMost = ({ one }: CostClinic, round: number) => ({
  params: { id: one('alerts', round).of },
})

const deskFamily = ({ one }: CostClinic, round: number) => ({ id: one('deskFamilies', round).id })

/** Adds a family without an account, with that email. */
async function newFamily({ read }: CostClinic, email: string): Promise<string> {
  const body = { name: 'Fay Family', phone: CONTACT.phone, email }
  return (await read(addFamily, { body }, DESK))._id
}

/** A family without an account as its form loads it. */
async function seenFamily(clinic: CostClinic) {
  const { id } = clinic.next('deskFamilies')
  return clinic.read(getFamily, { params: { id } }, DESK)
}

export const deskCosts: CostsOf<'desk'> = {
  'GET /agenda': {
    list: true,
    ask: {
      day: ({ day }) => ({ query: { date: day(0) } }),
      // Screens of a few users: the first view within an hour is recorded, later ones are not.
      week: ({ day }, round) => ({
        as: DESK_STAFF[round % 5],
        query: { date: day(0), days: 7 },
      }),
      'past days': onPastDay,
    },
  },
  'GET /agenda/month': {
    list: true,
    ask: ({ today }) => ({ query: { month: today.slice(0, 7) } }),
  },
  'GET /agenda/frame': {
    list: true,
    ask: ({ day }) => ({ query: { date: day(0), days: 7 } }),
  },
  'GET /agenda/held': {
    list: true,
    ask: ({ one }) => ({ query: { date: one('heldDays', 0).id, days: 7 } }),
  },
  'GET /agenda/status': {},
  'GET /agenda/canceled': { list: true, ask: onDay },
  'GET /agenda/to-settle': { list: true },
  'PUT /agenda/:id/attendance': {
    ask: ({ next }) => ({
      params: { id: next('unsettled').id },
      body: { version: 0, attendance: 'no_show' },
    }),
  },
  'PUT /agenda/:id/note': {
    ask: ({ next }) => ({
      params: { id: next('upcoming').id },
      body: { version: 0, note: 'Brings a wheelchair.' },
    }),
  },
  'GET /agenda/:id/notes': {
    list: true,
    ask: ({ one }) => ({ params: { id: one('mostNotes', 0).id } }),
  },
  'GET /children/:id/alerts': { list: true, ask: childWithMost },
  'POST /children/:id/alerts': {
    ask: ({ next }) => ({
      params: { id: next('children').id },
      body: { kind: 'allergy', text: 'Peanuts' },
    }),
  },
  'PUT /children/:id/alerts/:alert': {
    ask: ({ next }) => {
      const { id: alert, of: id } = next('alerts')
      return { params: { id, alert }, body: { version: 1, kind: 'allergy', text: '' } }
    },
  },
  'GET /calendar-feeds': { list: true, ask: () => ({ as: ADMIN }) },
  'POST /calendar-feeds': { ask: () => ({ body: { doctor: null, withNames: false } }) },
  'DELETE /calendar-feeds/:id': {
    ask: ({ next }) => ({ as: ADMIN, params: { id: next('feeds').id } }),
  },
  'POST /agenda/:id/payment': {
    ask: ({ next }) => ({
      params: { id: next('unsettled').id },
      body: { version: 0, method: 'cash' },
    }),
  },
  'POST /agenda/payments': {
    ask: ({ next }) => {
      const { id, of } = next('twoUnpaid')
      const appointments = [id, of].map((one) => ({ id: one, version: 0 }))
      return { body: { appointments, method: 'cash' } }
    },
  },
  'POST /agenda/:id/refund': {
    ask: ({ next }) => ({
      params: { id: next('paidAtDesk').id },
      body: { version: 0, reason: 'Wrong family' },
    }),
  },
  'PUT /closing/:date/tills': {
    ask: ({ dayBefore }, round) => ({
      params: { date: dayBefore(round) },
      body: { till: 'Front desk', kind: 'float', version: 0, amount: 100, note: 'Counted late' },
    }),
  },
  'GET /tills': {},
  'GET /closing/:date': { list: true, ask: ({ today }) => ({ params: { date: today } }) },
  'GET /desk-refunds': { list: true },
  'POST /desk-refunds/:id/hand-back': {
    ask: ({ next }) => ({ params: { id: next('openCashRefunds').id }, query: {} }),
  },
  'POST /desk-refunds/:id/undo': {
    ask: ({ next }) => ({ as: DESK, params: { id: next('handedBack').id } }),
  },
  'GET /corrections': { list: true },
  'GET /my-day': { list: true },
  'PUT /my-day/:id/attendance': {
    ask: ({ next }) => ({
      params: { id: next('arrived').id },
      body: { version: 0, completed: true },
    }),
  },
  'PUT /my-day/:id/note': {
    ask: ({ next }) => ({
      params: { id: next('ofMyDay').id },
      body: { version: 1, note: 'Brings a wheelchair.' },
    }),
  },
  'GET /my-day/:id/notes': {
    list: true,
    ask: ({ one }) => ({ as: DOCTOR_USER, params: { id: one('mostNotes', 0).id } }),
  },
  'GET /families': {
    list: true,
    ask: {
      'two letters': search('ma', 'le'),
      name: search('garcia', 'zoe par', 'Lopez, Maria'),
      email: search('patient77', 'patient12@exam'),
      everyone: search('example.com'),
      phone: search('2125000097', '(212) 512', '970'),
      'birth date': search('2014-01-14', '1/27/2014'),
      'many words': search(MANY_WORDS),
    },
  },
  'GET /claims': {},
  'GET /claims/:token': {
    ask: ({ one }, round) => ({ params: { token: claimTokens.issue(one('claims', round).id) } }),
  },
  'POST /claims/:token': {
    ask: ({ next }) => ({
      as: next('patients').uid,
      params: { token: claimTokens.issue(next('claims').id) },
      body: { birthDate: '2021-06-05' },
    }),
  },
  'POST /claims/letters': { sliced: true, ask: () => ({ body: { which: 'next' as const } }) },
  'POST /claims/send': { sliced: true },
  'POST /families/:id/claim-letter': {
    ask: ({ next }) => ({ params: { id: next('claims').of } }),
  },
  'POST /families': { ask: () => ({ body: { name: 'Fay Family', phone: CONTACT.phone } }) },
  'GET /families/:id': {
    list: true,
    ask: ({ families }, round) => ({ params: { id: families[round % families.length] ?? '' } }),
  },
  'PUT /families/:id': {
    ask: async (clinic) => {
      const { _id: id, name, email, phone } = await seenFamily(clinic)
      const body = { name: 'Changed Name', phone: CONTACT.phone, email: '' }
      return { params: { id }, body: { ...body, seen: { name, email, phone: phone ?? '' } } }
    },
  },
  'DELETE /families/:id': {
    ask: async (clinic) => ({ params: { id: await newFamily(clinic, '') } }),
  },
  'POST /families/:id/children': {
    ask: (clinic, round) => ({
      params: deskFamily(clinic, round),
      body: { name: `New Child ${'abcdefghij'[round % 10]}`, birthDate: '2024-02-03' },
    }),
  },
  'PUT /families/:id/children/:child': {
    ask: async (clinic) => {
      const { _id: id, children } = await seenFamily(clinic)
      const { _id: child = '', name = '', birthDate = '', archived = false } = children[0] ?? {}
      const seen = { name, birthDate, archived }
      return { params: { id, child }, body: { ...seen, name: 'Dora Owner', seen } }
    },
  },
  'PUT /families/:id/appointments/:appointment/patient': {
    ask: ({ next }) => {
      const { id: appointment, uid: id } = next('ofDeskFamilies')
      return { params: { id, appointment }, body: { version: 0, child: null, reason: 'Checked' } }
    },
  },
  'POST /families/:id/appointments': {
    ask: (clinic, round) => {
      const { treatment, date, slot, doctor, price } = clinic.nextTime()
      return {
        params: deskFamily(clinic, round),
        body: { treatment, date, slot, doctor, price, ...CONTACT },
      }
    },
  },
  'GET /families/:id/appointment-series': {
    ask: (clinic, round) => {
      const { treatment, date, slot } = clinic.nextTime()
      return {
        params: deskFamily(clinic, round),
        query: { treatment, date, slot, count: '8', every: '1', unit: 'weeks' },
      }
    },
  },
  'POST /families/:id/appointment-series': {
    ask: (clinic, round) => {
      const { treatment, date, slot, price } = clinic.nextTime()
      const times = [0, 7, 14].map((days) => ({ date: dayAfter(date, days), slot, price }))
      return { params: deskFamily(clinic, round + 10), body: { treatment, times, ...CONTACT } }
    },
  },
  'POST /families/:id/link': {
    ask: async (clinic) => {
      const { uid: account, of: email } = clinic.next('patients')
      const id = await newFamily(clinic, email)
      return { params: { id }, body: { account, appointments: [] } }
    },
  },
  'GET /agenda/available': {
    list: true,
    ask: {
      free: onDay,
      taken: ({ day }) => ({ query: { date: day(0), squeeze: 'true' } }),
    },
  },
  'GET /family-links': { list: true },
  'POST /family-links/:id/confirm': {
    ask: ({ next }) => {
      const { id, uid } = next('proposedLinks')
      return { as: uid, params: { id } }
    },
  },
  'POST /family-links/:id/decline': {
    ask: ({ next }) => {
      const { id, uid } = next('proposedLinks')
      return { as: uid, params: { id } }
    },
  },
  'POST /family-links/:id/undo': {
    ask: async ({ next, read }) => {
      const { id, uid } = next('proposedLinks')
      await read(confirmFamilyLink, { params: { id } }, uid)
      return { params: { id } }
    },
  },
  'GET /notifications': { list: true },
  'POST /notifications/:id/resend': { ask: ({ next }) => ({ params: { id: next('emails').id } }) },
  'POST /notifications/invitations': {},
  'GET /notifications/unreachable': { list: true },
  'POST /notifications/unreachable/:id/clear': {
    ask: ({ next }) => {
      const { id, of: email } = next('bounced')
      return { params: { id }, body: { email } }
    },
  },
  // Stores nothing without a mail server.
  'POST /contact-messages': { unmeasured: 'needs a mail server' },
  'GET /contact-messages': { list: true, ask: () => ({ query: {} }) },
  'PUT /contact-messages/:id/done': {
    ask: ({ next }) => ({ params: { id: next('messages').id }, body: { done: true } }),
  },
  'GET /todo': {},
  'GET /todo/setup': {},
  'POST /todo/setup/:step': { ask: () => ({ params: { step: 'timeZone' } }) },
  'GET /todo/owing': { list: true },
  'GET /todo/calls': { list: true },
  'GET /todo/marks': { list: true },
  'PUT /todo/:list/:id': {
    ask: ({ next }) => ({
      params: { list: 'owing', id: next('unsettled').id },
      body: { claimed: true, seen: { claimed: null, outcome: null } },
    }),
  },
  'POST /todo/owing/:id/ask': { ask: ({ next }) => ({ params: { id: next('unsettled').id } }) },
}
