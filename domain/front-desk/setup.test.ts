import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { type SetupSteps, setupSteps } from '#contract/front-desk/todo.ts'
import { TODAYS_WORDS } from '#contract/site/todays-words.ts'
import { grantStaff } from '#domain/identity/roles.ts'
import { publishLegalPage } from '#domain/legal/legal-pages.ts'
import { writeOwnWords } from '#domain/site/testing/own-words.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { insertSiteText } from '#drizzle/queries/schedule/site-texts.ts'
import {
  clinicSettings,
  closures,
  doctors,
  doctorTreatments,
  hoursPlans,
  legalPages,
  treatments,
  users,
} from '#drizzle/schema/index.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { migratedDatabase } from '#drizzle/testing/migrated-database.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { confirmSetup, setupOf } from './setup.ts'

const STEPS = Object.keys(setupSteps.shape) as (keyof SetupSteps)[]
const TODAY = '2027-03-02'
const ADMIN = { actor: 'ada', now: NOW }

const OWN = {
  ...DEFAULT_SETTINGS,
  fullName: 'Meadow Pediatrics',
  phone: '(503) 555-0177',
  email: 'hello@meadow.example',
  street: '1 Meadow Road',
}

type Context = Parameters<typeof setupOf>[1]

const REAL: Context = {
  today: TODAY,
  env: {
    mail: {
      url: 'smtps://mail.example',
      from: { name: 'Meadow', address: 'a@meadow.example' },
      replyTo: undefined,
    },
    firebase: {} as never,
    stripe: { secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'whsec' },
    clinic: { timeZone: 'America/Los_Angeles', horizonDays: 90 },
    replica: { target: { type: 's3' } as never, keys: {} },
    dataDir: '/data',
  },
  settings: OWN,
  hasUnknownProxy: false,
}

const LOCAL: Context = {
  ...REAL,
  env: {
    ...REAL.env,
    firebase: undefined,
    mail: undefined,
    stripe: undefined,
    replica: undefined,
  },
  settings: DEFAULT_SETTINGS,
}

function newSite() {
  const db = migratedDatabase()
  seedDatabase(db, NOW, { isReal: true })
  return db
}

/** A clinic that is completely set up. */
function completeSite() {
  const db = newSite()
  db.update(treatments).set({ sample: false }).run()
  db.update(doctors).set({ sample: false }).run()
  const [treatment] = db.select().from(treatments).all()
  for (const { id: doctorId } of db.select().from(doctors).all()) {
    db.insert(doctorTreatments)
      .values({ doctorId, treatmentId: treatment?.id ?? '' })
      .run()
  }
  const data = { doctorId: null, validFrom: TODAY, withdrawn: false }
  appendEvent(db, { kind: 'schedule.changed', actor: 'ada', subject: 'clinic', data }, NOW)
  close(db, null)
  addPatient(db, 'rita')
  const [rita] = db.select().from(users).all()
  grantStaff(db, { email: rita?.email ?? '', actor: null, now: NOW })
  publishLegalPage(db, 'notice', { version: 0, effectiveOn: TODAY, text: 'Your rights' }, ADMIN)
  confirmSetup(db, 'timeZone', REAL.env, ADMIN)
  confirmSetup(db, 'alarms', REAL.env, ADMIN)
  writeOwnWords(db, NOW)
  return db
}

function close(db: Transaction, doctorId: string | null) {
  const closure = { fromDate: TODAY, toDate: TODAY, fromMinute: 0, toMinute: 1440, reason: 'Away' }
  insertClosure(db, {
    ...closure,
    id: `closure of ${doctorId}`,
    doctorId,
    sendsEmails: true,
  } as never)
}

const missing = (steps: SetupSteps) => STEPS.filter((step) => !steps[step])

it('lists what a new site lacks: samples count as missing', () => {
  expect(missing(setupOf(newSite(), LOCAL))).toEqual([
    'hours',
    'details',
    'doctors',
    'doctorTreatments',
    'treatments',
    'holidays',
    'staff',
    'notice',
    'timeZone',
    'email',
    'payments',
    'alarms',
    'secondCopy',
  ])
})

it('lacks nothing once all is set up', () => {
  expect(missing(setupOf(completeSite(), REAL))).toEqual([])
})

/** For each step, the change that undoes only this step. */
const GAPS: Record<keyof SetupSteps, (db: Transaction) => Partial<Context>> = {
  hours: (db) => {
    db.delete(hoursPlans).run()
    return {}
  },
  details: () => ({ settings: { ...OWN, phone: DEFAULT_SETTINGS.phone } }),
  doctors: (db) => {
    db.update(doctors).set({ sample: true }).run()
    return {}
  },
  doctorTreatments: (db) => {
    const [doctor] = db.select().from(doctors).all()
    db.delete(doctorTreatments)
      .where(eq(doctorTreatments.doctorId, doctor?.id ?? ''))
      .run()
    return {}
  },
  treatments: (db) => {
    db.update(treatments).set({ sample: true }).run()
    return {}
  },
  holidays: (db) => {
    db.delete(closures).run()
    const [doctor] = db.select().from(doctors).all()
    close(db, doctor?.id ?? '')
    return {}
  },
  staff: (db) => {
    db.update(users).set({ role: 'patient' }).run()
    return {}
  },
  notice: (db) => {
    db.run(sql`DROP TRIGGER legal_pages_never_disappear`)
    db.delete(legalPages).run()
    return {}
  },
  timeZone: () => ({
    env: { ...REAL.env, clinic: { ...REAL.env.clinic, timeZone: 'America/New_York' } },
  }),
  email: () => ({ env: { ...REAL.env, mail: undefined } }),
  payments: () => ({ env: { ...REAL.env, stripe: undefined } }),
  alarms: (db) => {
    db.update(clinicSettings)
      .set({ confirmedSetup: { timeZone: REAL.env.clinic.timeZone } })
      .run()
    return {}
  },
  secondCopy: () => ({ env: { ...REAL.env, replica: undefined } }),
  website: (db) => {
    const today = { body: { ...TODAYS_WORDS.why }, confirmed: [], writtenAt: NOW }
    insertSiteText(db, { section: 'why', version: 2, ...today })
    return {}
  },
  proxy: () => ({ hasUnknownProxy: true }),
}

it.each(STEPS)('is not done while %s alone is missing', (step) => {
  const db = completeSite()
  const changed = GAPS[step](db)
  expect(missing(setupOf(db, { ...REAL, ...changed }))).toEqual([step])
})

it('treats a second copy on the disk of the data as missing', () => {
  const target = { type: 'file', path: '/copy' } as never
  const env = { ...REAL.env, replica: { target, keys: {} } }
  expect(missing(setupOf(completeSite(), { ...REAL, env }))).toEqual(['secondCopy'])
})
