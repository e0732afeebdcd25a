import { getClinicSettings } from '#contract/clinic/clinic-calls.ts'
import { changeOf } from '#contract/clinic/clinic-settings.ts'
import { dayAfter } from '#contract/dates.ts'
import { addDoctor, listDoctors } from '#contract/doctors/doctors-calls.ts'
import { imageUrl } from '#contract/images/images.ts'
import { getImport } from '#contract/imports/imports-calls.ts'
import { getLegalPage } from '#contract/legal/legal-calls.ts'
import { getOpening } from '#contract/opening/opening-calls.ts'
import { previewAbsence } from '#contract/schedule/absences-calls.ts'
import { changeHours, getSchedule } from '#contract/schedule/schedule-calls.ts'
import { getSite } from '#contract/site/site-calls.ts'
import { getTranslations } from '#contract/translations/translations-calls.ts'
import { listTreatments, planPrice } from '#contract/treatments/treatment-admin-calls.ts'
import { addEndpoint, listEndpoints, removeEndpoint } from '#contract/webhooks/webhooks-calls.ts'
import type { Ask, CostsOf } from './cost.ts'
import type { CostClinic } from './cost-clinic.ts'
import { ADMINS } from './furnish.ts'
import { MANY_WORDS } from './search.ts'

const [ADMIN = ''] = ADMINS

/** A week of working hours without breaks. */
const ALWAYS_OPEN = Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }])

const NEW_DOCTOR = { name: 'Dr. Ada Wong', specialty: 'Weight Loss' }

const DETAILS = { designation: '', facebook: '', linkedin: '', twitter: '' }

const about =
  (person: string): Ask<{ query: { person: string } }> =>
  () => ({ query: { person } })

const forDays = (days: number): Ask<{ query: { from: string; to: string } }> => {
  return ({ today }) => ({ query: { from: dayAfter(today, -days), to: dayAfter(today, -1) } })
}

const ofLastDays = (of: 'unpaid' | 'missed') => () => ({
  query: { of, from: '2000-01-01', to: '2099-12-31' },
})

/** A distant day without absences, another one in each round. */
const farDay = ({ today }: CostClinic, round: number) => dayAfter(today, 600 + round)

const closureOn = (date: string) => ({
  fromDate: date,
  toDate: date,
  fromMinute: 0,
  toMinute: 1440,
  reason: 'Training',
})

/** The version of the hours of a doctor who has no appointments. */
async function hoursOf({ read, doctors }: CostClinic) {
  const doctor = doctors[13] ?? ''
  const { version } = await read(getSchedule, { query: { doctor } }, ADMIN)
  return { doctor, version }
}

const conflict: Ask<{ params: { id: string }; body: { version: number } }> = ({ next }) => ({
  params: { id: next('conflicts').id },
  body: { version: 0 },
})

async function treatmentNumber({ read }: CostClinic, number: number) {
  const all = (await read(listTreatments, {}, ADMIN)).treatments
  const found = all[number % all.length]
  if (!found) throw new Error('The clinic has no treatments.')
  return found
}

/** An uploaded photo that is not in use. */
const newPhoto = ({ next }: CostClinic) => imageUrl(next('photos').id)

export const clinicCosts: CostsOf<'clinic'> = {
  'POST /absences/preview': {
    list: true,
    ask: ({ doctorOfDay: doctor }) => ({ body: { doctor, fromMinute: 0 } }),
  },
  'POST /absences': {
    ask: async ({ doctors, read }, round) => {
      const draft = { doctor: doctors[round] ?? '', fromMinute: 0 }
      const { fingerprint } = await read(previewAbsence, { body: draft }, ADMIN)
      return { body: { ...draft, reason: 'Ill', fingerprint, decisions: [] } }
    },
  },
  'GET /absences': { list: true, ask: () => ({ as: ADMIN }) },
  'PUT /absences/:id/approval': {
    ask: ({ next }) => ({ params: { id: next('absences').id }, body: { decision: 'approved' } }),
  },
  'GET /audit': {
    list: true,
    ask: {
      'a family': about('patient0@example.com'),
      newest: () => ({ query: {} }),
      'of a kind': () => ({ query: { kind: 'appointment.booked' } }),
      'a name': about('garciaking'),
      'the front desk': about('desk@example.com'),
      'many words': about(MANY_WORDS),
      'repeated words': about('ma le '.repeat(40).slice(0, 250)),
    },
  },
  'GET /clinic': {},
  'GET /clinic/settings': {},
  'PUT /clinic/settings': {
    ask: async ({ read }) => ({ body: changeOf(await read(getClinicSettings, {}, ADMIN)) }),
  },
  'GET /config': {},
  'GET /legal/:page': {
    list: true,
    ask: () => ({ params: { page: 'notice' }, query: {} }),
  },
  'POST /legal/:page': {
    ask: async ({ read }, round) => {
      const params = { page: 'notice' as const }
      const { version, effectiveOn } = await read(getLegalPage, { params, query: {} }, ADMIN)
      const rights = `${'Your rights, word for word. '.repeat(4)}\n\n`
      return {
        params,
        body: { version, effectiveOn, text: `# ${round}\n\n${rights.repeat(1700)}` },
      }
    },
  },
  'PUT /legal/:page/:language': {
    ask: async ({ read }, round) => {
      const page = 'notice' as const
      const { version, translations = [] } = await read(
        getLegalPage,
        { params: { page }, query: {} },
        ADMIN,
      )
      const rights = `${'Sus derechos, palabra por palabra. '.repeat(4)}\n\n`
      return {
        params: { page, language: 'es' as const },
        body: {
          version,
          revision: translations[0]?.revision ?? 0,
          text: `# ${round}\n\n${rights.repeat(1300)}`,
        },
      }
    },
  },
  'GET /imports': {},
  'GET /imports/:id': {
    ask: ({ one }, round) => ({ params: { id: one('imports', round).id } }),
  },
  'PUT /imports/:id/mapping': {
    ask: async ({ next, read }) => {
      const params = { id: next('imports').id }
      const { mapping, version } = await read(getImport, { params }, ADMIN)
      return { params, body: { mapping, version } }
    },
  },
  'POST /imports/:id/check': { unmeasured: 'asks a job' },
  'POST /imports/:id/run': { unmeasured: 'asks a job' },
  'POST /imports/:id/undo': { unmeasured: 'asks a job' },
  'GET /opening': {},
  'POST /opening': {
    ask: async ({ read }, round) => {
      const { version } = await read(getOpening, {}, ADMIN)
      const next = { state: 'paused' as const, reason: `Reason ${round}` }
      return { body: { ...(round % 2 === 0 ? next : { state: 'open' as const }), version } }
    },
  },
  'DELETE /opening/samples': {},
  'GET /site': {},
  'PUT /site/:section': {
    ask: async ({ read }, round) => {
      const { sections } = await read(getSite, {}, ADMIN)
      const version = sections.find(({ section }) => section === 'hero')?.version ?? 0
      const words = { eyebrow: '', title: `Title ${round}`, text: '' }
      return {
        params: { section: 'hero' },
        body: { section: 'hero', words, confirmed: [], version },
      }
    },
  },
  'GET /translations/:language': { ask: () => ({ params: { language: 'es' } }) },
  'PUT /translations/:language': {
    ask: async ({ read }, round) => {
      const params = { language: 'es' as const }
      const { texts } = await read(getTranslations, { params }, ADMIN)
      const { text = '', translation: before = '' } = texts[0] ?? {}
      return { params, body: { text, before, translation: `Texto ${round}` } }
    },
  },
  'GET /team': { list: true },
  'GET /doctor': { list: true },
  'POST /doctor': {
    ask: (clinic, round) => ({
      body: { ...NEW_DOCTOR, email: `new${round}@example.com`, img: newPhoto(clinic) },
    }),
  },
  'PUT /doctor/:email': {
    ask: async (clinic) => {
      const email = 'doctor14@example.com'
      const known = await clinic.read(listDoctors, {}, ADMIN)
      const { version = 0, treatments = [] } = known.find((one) => one.email === email) ?? {}
      return {
        params: { email },
        body: { ...NEW_DOCTOR, ...DETAILS, name: 'Dr. 14', email, version, treatments },
      }
    },
  },
  'PUT /doctor/:email/picture': {
    ask: (clinic) => ({
      params: { email: 'doctor0@example.com' },
      body: { img: newPhoto(clinic) },
    }),
  },
  'POST /doctor/:email/deletion/preview': {
    list: true,
    ask: () => ({ params: { email: 'doctor0@example.com' } }),
  },
  'DELETE /doctor/:email': {
    ask: async (clinic, round) => {
      const email = `leaving${round}@example.com`
      await clinic.read(addDoctor, { body: { ...NEW_DOCTOR, email, img: newPhoto(clinic) } }, ADMIN)
      return { params: { email }, query: {} }
    },
  },
  'GET /schedule/sessions': { list: true },
  'POST /schedule/sessions': {
    ask: (clinic, round) => ({
      body: {
        date: farDay(clinic, round),
        fromMinute: 1260,
        toMinute: 1380,
        treatments: [],
        everyMinutes: null,
        price: null,
      },
    }),
  },
  'DELETE /schedule/sessions/:id': {
    ask: ({ next }) => ({ params: { id: next('extraSessions').id }, query: {} }),
  },
  'POST /images/:id/retry': { unmeasured: 'works in a thread of its own' },
  'GET /insights': { ask: { '12 months': forDays(365), '60 months': forDays(1_826) } },
  'GET /insights/money': { ask: { '12 months': forDays(365), '60 months': forDays(1_826) } },
  'GET /insights/check-ups': {
    ask: { '12 months': forDays(365), '60 months': forDays(1_826) },
  },
  'GET /insights/appointments': {
    list: true,
    ask: { unpaid: ofLastDays('unpaid'), missed: ofLastDays('missed') },
  },
  'GET /schedule': { list: true, ask: () => ({ query: {} }) },
  'GET /schedule/year': { list: true },
  'POST /schedule/hours/preview': {
    list: true,
    ask: ({ today }) => ({
      body: { validFrom: dayAfter(today, 1), week: ALWAYS_OPEN.map(() => []) },
    }),
  },
  'PUT /schedule/hours': {
    ask: async (clinic, round) => ({
      body: {
        ...(await hoursOf(clinic)),
        validFrom: farDay(clinic, round),
        week: ALWAYS_OPEN,
        appointments: 'list',
      },
    }),
  },
  'DELETE /schedule/hours/:validFrom': {
    ask: async (clinic, round) => {
      const { doctor, version } = await hoursOf(clinic)
      const validFrom = dayAfter(farDay(clinic, round), 50)
      const body = { doctor, version, validFrom, week: ALWAYS_OPEN, appointments: 'list' as const }
      const { schedule } = await clinic.read(changeHours, { body }, ADMIN)
      return { params: { validFrom }, query: { doctor, version: schedule.version } }
    },
  },
  'POST /schedule/closures/preview': {
    list: true,
    ask: ({ day }) => ({ body: { ...closureOn(day(10)), toMinute: 12 * 60 } }),
  },
  'POST /schedule/closures': {
    ask: (clinic, round) => ({
      body: { ...closureOn(farDay(clinic, round)), appointments: 'list' },
    }),
  },
  'DELETE /schedule/closures/:id': {
    ask: ({ next }) => ({ params: { id: next('closures').id } }),
  },
  'GET /schedule/misfits': { list: true },
  'POST /schedule/misfits/:id/move': {
    ask: ({ next, nextTime }) => {
      const { id, of } = next('conflicts')
      const { date, slot } = nextTime(of)
      return { params: { id }, body: { version: 0, date, slot } }
    },
  },
  'POST /schedule/misfits/:id/keep': { ask: conflict },
  'POST /schedule/misfits/:id/cancel': { ask: conflict },
  'GET /second-copy': {},
  'GET /treatments': { list: true },
  'GET /treatments/:id/coming': {
    list: true,
    ask: ({ treatments }) => ({ params: { id: treatments[0]?.id ?? '' } }),
  },
  'POST /treatments': {
    ask: (_, round) => ({
      body: {
        name: `New Treatment ${round}`,
        active: true,
        price: 50,
        lengthMinutes: 45,
        startMinutes: [540, 600],
        minAgeMonths: null,
        maxAgeMonths: 24,
      },
    }),
  },
  'PUT /treatments/order': {
    ask: async ({ read }) => {
      const seen = (await read(listTreatments, {}, ADMIN)).treatments.map(({ _id }) => _id)
      return { body: { seen, order: seen.toReversed() } }
    },
  },
  'PUT /treatments/:id': {
    ask: async (clinic) => {
      const { _id: id, prices: _, doctors: __, ...fields } = await treatmentNumber(clinic, 0)
      return { params: { id }, body: fields }
    },
  },
  'POST /treatments/:id/prices': {
    ask: async (clinic, round) => {
      const { _id: id, version } = await treatmentNumber(clinic, 0)
      return { params: { id }, body: { price: 90, validFrom: farDay(clinic, round), version } }
    },
  },
  'DELETE /treatments/:id/prices/:validFrom': {
    ask: async (clinic, round) => {
      const { _id: id, version } = await treatmentNumber(clinic, 1)
      const validFrom = farDay(clinic, round)
      const body = { price: 90, validFrom, version }
      const planned = await clinic.read(planPrice, { params: { id }, body }, ADMIN)
      return { params: { id, validFrom }, query: { version: planned.version } }
    },
  },
  'GET /webhook-endpoints': { list: true },
  'POST /webhook-endpoints': {
    ask: async ({ read }) => {
      const newest = (await read(listEndpoints, {}, ADMIN)).at(-1)
      if (newest?.url.includes('/new')) {
        await read(removeEndpoint, { params: { id: newest._id } }, ADMIN)
      }
      return { body: { url: 'https://hooks.example/new', kinds: ['appointment.booked'] } }
    },
  },
  'PUT /webhook-endpoints/:id': {
    ask: async ({ read }) => {
      const [, endpoint] = await read(listEndpoints, {}, ADMIN)
      const { _id: id = '', url = '', kinds = [], version = 0 } = endpoint ?? {}
      return { params: { id }, body: { url, kinds, version, active: false } }
    },
  },
  'POST /webhook-endpoints/:id/secret': {
    ask: ({ one }) => ({ params: { id: one('endpoints', 0).id } }),
  },
  'GET /webhook-endpoints/:id/deliveries': {
    list: true,
    ask: ({ one }) => ({ params: { id: one('endpoints', 0).id }, query: {} }),
  },
  'POST /webhook-endpoints/:id/deliveries/:event/replay': {
    ask: ({ one }) => {
      const { id, of: event } = one('endpoints', 0)
      return { params: { id, event } }
    },
  },
  'DELETE /webhook-endpoints/:id': {
    ask: async ({ read }) => {
      const { endpoint } = await read(
        addEndpoint,
        { body: { url: 'https://hooks.example/leaving', kinds: ['appointment.booked'] } },
        ADMIN,
      )
      return { params: { id: endpoint._id } }
    },
  },
}
