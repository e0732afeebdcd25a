import { findBlocks } from '#contract/booking/appointment-blocks-calls.ts'
import { moveAppointment } from '#contract/booking/appointment-changes-calls.ts'
import { dayAfter } from '#contract/dates.ts'
import { getCheckUpPlan, listCheckUps } from '#contract/next-visits/check-up-plan-calls.ts'
import { LARGEST_BATCH } from '#contract/next-visits/largest-batch.ts'
import type { CostsOf } from './cost.ts'
import type { CostClinic } from './cost-clinic.ts'
import { ADMINS } from './furnish.ts'
import { idOf } from './ids.ts'

const [ADMIN = ''] = ADMINS

const CONTACT = { phone: '+1 212 555 0100', address: '1 Main Street' }

/** A family with many children; another one in each round. */
const familyIn = ({ families }: CostClinic, round: number) =>
  families[round % families.length] ?? ''

/** Another plan, of the present version. */
async function planOf({ read, treatments }: CostClinic) {
  const { version } = await read(getCheckUpPlan, {}, ADMIN)
  const treatment = treatments[0]?.id ?? ''
  const rows = [36, 48, 60, 72].map((ageMonths) => ({
    ...{ ageMonths, fromDays: -30, toDays: 180, treatment },
  }))
  return { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows, version }
}

/** Two of a family's children, on a day without appointments. */
function siblingsIn(clinic: CostClinic, round: number) {
  const place = round % clinic.families.length
  const treatment = clinic.treatments[0]?.id ?? ''
  return {
    as: familyIn(clinic, round),
    query: {
      date: clinic.freeDay(round),
      child: [idOf('sibling', place * 100), idOf('sibling', place * 100 + 1)],
      treatment: [treatment, treatment],
    },
  }
}

/** A weekly series of the account holder, from a free time on. */
function seriesIn(clinic: CostClinic) {
  const { treatment, date, slot, price } = clinic.nextTime()
  return { treatment, date, slot, price }
}

export const bookingCosts: CostsOf<'booking'> = {
  'GET /appointment-blocks': { ask: siblingsIn },
  'GET /appointment-blocks/obstacles': { ask: siblingsIn },
  'POST /appointment-blocks': {
    ask: async (clinic, round) => {
      const { as, query } = siblingsIn(clinic, round)
      const [block] = await clinic.read(findBlocks, { query }, as)
      const items = (block?.items ?? []).map(({ child, treatment, slot, price }) => ({
        child: child._id,
        treatment,
        slot,
        price,
      }))
      return { as, body: { date: query.date, items, email: clinic.emailOf(as), ...CONTACT } }
    },
  },
  'GET /appointments/:id/options': {
    ask: ({ one }, round) => {
      const { id, uid } = one('upcoming', round)
      return { as: uid, params: { id } }
    },
  },
  'POST /appointments/:id/move': {
    ask: ({ next, nextTime }) => {
      const { id, uid, of } = next('upcoming')
      const { date, slot } = nextTime(of)
      return { as: uid, params: { id }, body: { version: 0, date, slot } }
    },
  },
  'POST /appointments/:id/undo-move': {
    ask: async ({ next, nextTime, read }) => {
      const { id, of } = next('upcoming')
      const { date, slot } = nextTime(of)
      const move = { params: { id }, body: { version: 0, date, slot, undoable: true } }
      await read(moveAppointment, move, ADMIN)
      return { as: ADMIN, params: { id }, body: { version: 1 } }
    },
  },
  'POST /appointments/:id/cancel': {
    ask: ({ next }) => {
      const { id, uid } = next('upcoming')
      return { as: uid, params: { id }, body: { version: 0, refund: 0 } }
    },
  },
  'POST /appointments': {
    ask: ({ next, nextTime }) => {
      const { uid, of: email } = next('patients')
      const { treatment, date, slot, doctor, price } = nextTime()
      return { as: uid, body: { treatment, date, slot, doctor, price, email, ...CONTACT } }
    },
  },
  'GET /appointments': {
    list: true,
    ask: (clinic, round) => {
      const as = familyIn(clinic, round)
      return { as, query: { patient: clinic.emailOf(as) } }
    },
  },
  'GET /appointment/:id': {
    ask: ({ one }, round) => {
      const { id, uid } = one('upcoming', round)
      return { as: uid, params: { id } }
    },
  },
  'GET /appointment-series': {
    ask: (clinic) => {
      const { price: _, ...first } = seriesIn(clinic)
      return { query: { ...first, count: '8', every: '1', unit: 'weeks' } }
    },
  },
  'POST /appointment-series': {
    ask: (clinic) => {
      const as = clinic.next('patients').uid
      const { treatment, date, slot, price } = seriesIn(clinic)
      const times = [0, 7, 14].map((days) => ({ date: dayAfter(date, days), slot, price }))
      return { as, body: { treatment, times, email: clinic.emailOf(as), ...CONTACT } }
    },
  },
  'GET /appointments/history': { list: true },
  'GET /available/next': { list: true },
  'GET /services': { list: true },
  'GET /available': { list: true, ask: ({ day }, round) => ({ query: { date: day(round % 20) } }) },
  'GET /available/to-move': {
    list: true,
    ask: ({ day }, round) => ({ query: { date: day(round % 20) } }),
  },
  'GET /waitlist': {
    list: true,
    ask: {
      'of everyone': () => ({ as: 'desk', query: { everyone: 'true' } }),
      'of a family': () => ({ query: {} }),
      'of a day': ({ day }) => ({ as: 'desk', query: { date: day(3) } }),
      'of closed days': () => ({ as: 'desk', query: { closed: 'true' } }),
    },
  },
  'POST /waitlist': {
    ask: ({ next, treatments, day }) => ({
      as: next('notWaiting').uid,
      body: { treatment: treatments[0]?.name, from: day(1), to: day(20), ...CONTACT },
    }),
  },
  'DELETE /waitlist/:id': {
    ask: ({ next }) => {
      const { id, uid } = next('waiting')
      return { as: uid, params: { id } }
    },
  },
  'POST /waitlist/:id/resume': {
    ask: ({ next }) => {
      const { id, uid } = next('paused')
      return { as: uid, params: { id } }
    },
  },
  'POST /waitlist/:id/offer': {
    ask: ({ next, nextTime }) => {
      const { id, of } = next('waiting')
      const { date, slot } = nextTime(of)
      return { params: { id }, body: { date, slot } }
    },
  },
  'GET /next-visits': {
    list: true,
    ask: {
      'of a family': ({ one }, round) => ({ as: one('tickets', round).uid, query: {} }),
      'of a child': ({ one }, round) => ({
        as: 'desk',
        query: { child: one('tickets', round).of },
      }),
    },
  },
  'GET /check-up-plan': {},
  'PUT /check-up-plan': {
    sliced: true,
    ask: async (clinic) => ({ body: { ...(await planOf(clinic)), dryRun: true } }),
  },
  'GET /due-visits': { sliced: true },
  'POST /due-visits/send': {
    sliced: true,
    ask: ({ nextOf }) => ({
      body: { children: nextOf('dueChildren', LARGEST_BATCH).map(({ id }) => id) },
    }),
  },
  'GET /children/:id/check-ups': {
    ask: ({ one }, round) => ({ params: { id: one('dueChildren', round).id } }),
  },
  'PUT /children/:id/check-ups/:row': {
    ask: async ({ one, read }, round) => {
      const { id } = one('dueChildren', round)
      const { rows, uncounted } = await read(listCheckUps, { params: { id } }, ADMIN)
      const [visit] = uncounted
      const counted = rows.find((one) => one.visit?.byStaff)
      const row = visit?.rows[0] ?? counted?._id ?? ''
      return { params: { id, row }, body: { visit: visit?._id ?? null } }
    },
  },
  'POST /tickets': {
    ask: ({ next, day }) => ({
      as: 'desk',
      body: { appointment: next('toFollow').id, around: dayAfter(day(20), 20) },
    }),
  },
  'DELETE /tickets/:id': {
    ask: ({ next }) => ({ as: 'desk', params: { id: next('tickets').id } }),
  },
  'POST /next-visits/:id/done-elsewhere': {
    ask: ({ next, today }) => {
      const { id, uid } = next('tickets')
      return { as: uid, params: { id }, body: { month: today.slice(0, 7) } }
    },
  },
  'POST /next-visits/:id/not-for-us': {
    ask: ({ next }) => {
      const { id, uid } = next('tickets')
      return { as: uid, params: { id } }
    },
  },
  'POST /next-visits/:id/reopen': {
    ask: ({ next }) => {
      const { id, uid } = next('tickets')
      return { as: uid, params: { id } }
    },
  },
  'GET /todo/due': { list: true },
  'POST /todo/due/:id/attempts': {
    ask: ({ next }) => ({
      as: 'desk',
      params: { id: next('tickets').id },
      body: { outcome: 'message' },
    }),
  },
  'GET /offers/:id': {
    ask: {
      'of a free time': ({ one }, round) => {
        const { id, uid } = one('offers', round)
        return { as: uid, params: { id } }
      },
      'of a closed day': ({ one }, round) => {
        const { id, uid } = one('reoffers', round)
        return { as: uid, params: { id } }
      },
    },
  },
  'POST /offers/:id/accept': {
    ask: ({ next }) => {
      const { id, uid } = next('offers')
      return { as: uid, params: { id }, body: { version: 0 } }
    },
  },
  'POST /offers/:id/decline': {
    ask: ({ next }) => {
      const { id, uid } = next('offers')
      return { as: uid, params: { id } }
    },
  },
}
