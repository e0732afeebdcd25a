import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { bookingSuccess } from '#contract/booking/appointments.ts'
import { blockSuccess } from '#contract/booking/blocks.ts'
import { parseWireDate } from '#contract/dates.ts'
import { Crash } from '#domain/testing/crash.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { addChildren, blockOf } from './blocks.ts'
import { CHANGE_WEIGHTS, createChanges } from './random-changes.ts'
import { type Choice, type Counts, pick, type ToldModel, weighted } from './random-model.ts'
import { createMoney, MONEY_WEIGHTS } from './random-money.ts'
import { deliverSigned, eventOf } from './stripe-events.ts'
import {
  bookingOf,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
  TUESDAY,
  WEDNESDAY,
} from './test-app.ts'

/** How often each action is chosen, relative to the others. */
const WEIGHTS = {
  book: 6,
  bookTogether: 2,
  openPaymentPage: 4,
  charge: 4,
  startCharging: 1,
  decline: 1,
  sayPaid: 1,
  deliverWebhook: 3,
  work: 2,
  sweep: 1,
  wait: 1,
  read: 1,
  remove: 1,
  ...CHANGE_WEIGHTS,
  ...MONEY_WEIGHTS,
}

/** Number of patients. */
export const PATIENTS = 4

/** An action of a user. */
export interface Action extends Choice {
  act: keyof typeof WEIGHTS
}

/** Concurrent actions, and the point at which the process is killed, if any. */
export interface Step {
  actions: Action[]
  crashPoint: number | null
}

const number = fc.nat({ max: 1000 })
const action = fc.record({
  act: weighted(WEIGHTS),
  who: fc.nat({ max: PATIENTS - 1 }),
  which: number,
  what: number,
})

/** Sequences of steps with up to three concurrent actions each. */
export const sequences: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    actions: fc.array(action, { minLength: 1, maxLength: 3 }),
    crashPoint: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
  }),
  { minLength: 20, maxLength: 45, size: 'max' },
)

const MINUTE = 60_000

/** Actions from outside, without the clinic's own jobs. */
type Actions = Record<
  Exclude<Action['act'], 'work' | 'sweep'>,
  (action: Action) => Promise<unknown> | unknown
>

/**
 * An admin, a few patients and Stripe, who perform the given actions. An action throws `Crash` when the
 * process is killed during it, and fails when a patient sees another patient's data.
 */
export async function createActions(
  test: TestApp,
  counts: Counts,
  told: ToldModel,
): Promise<Actions> {
  const { app, db, stripe } = test
  const admin = await signInAdmin(test)
  const patients: Session[] = []
  for (let n = 0; n < PATIENTS; n += 1) patients.push(await signIn(test, emailOf(n)))
  const children = patients.map((patient) => addChildren(test, patient, ['Mia', 'Ben']))

  const allAppointments = () => db.select().from(appointments).orderBy(appointments.id).all()
  const patient = (n: number) => patients[n] ?? admin

  /** Calls as that patient, who must not see data of the others. */
  async function call(
    who: number,
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: Record<string, unknown>,
  ): Promise<LightMyRequestResponse> {
    const { headers } = patient(who)
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    for (let other = 0; other < PATIENTS; other += 1) {
      if (other === who) continue
      for (const secret of [emailOf(other), phoneOf(other), addressOf(other)]) {
        // The response may repeat what the request contained.
        if (!url.includes(encodeURIComponent(secret))) expect(response.body).not.toContain(secret)
      }
    }
    if (response.statusCode === 500) throw new Crash()
    return response
  }

  const report = (intentId: string, type: string) => addStripeEvent(test, intentId, type)
  return {
    ...createChanges({ test, counts, admin, patient, told, report }),
    ...createMoney({ test, counts, admin, patient }),
    async book({ who, which, what }) {
      const payload = bookingOf(patient(who), {
        treatment: pick(['Allergy Testing', 'Weight Loss'], which),
        price: pick([110, 80], which),
        date: pick([TUESDAY, WEDNESDAY], what),
        slot: pick(['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM'], what >> 1),
        phone: phoneOf(who),
        address: addressOf(who),
      })
      const response = await call(who, 'POST', '/appointments', payload)
      const { statusCode } = response
      if (statusCode === 201) {
        counts.booked += 1
        const { _id: id, date, slot } = bookingSuccess.parse(response.json()).booking
        told.booked(id, { date: parseWireDate(date) ?? '', slot })
      }
      if (statusCode === 409) counts.conflicts += 1
    },
    async bookTogether({ who, which, what }) {
      const payload = {
        ...blockOf(patient(who), children[who] ?? [], {
          treatment: pick(['Allergy Testing', 'Weight Loss'], which),
          price: pick([110, 80], which),
          date: pick([TUESDAY, WEDNESDAY], what),
        }),
        phone: phoneOf(who),
        address: addressOf(who),
      }
      const response = await call(who, 'POST', '/appointment-blocks', payload)
      if (response.statusCode === 201) {
        counts.bookedTogether += 1
        for (const { _id: id, date, slot } of blockSuccess.parse(response.json()).bookings) {
          told.booked(id, { date: parseWireDate(date) ?? '', slot })
        }
      }
      if (response.statusCode === 409) counts.conflicts += 1
    },
    async openPaymentPage({ who, which, what }) {
      const wanted = pick(allAppointments(), which)
      if (!wanted) return
      const payload = { price: wanted.priceCents / 100, appointment: wanted.id }
      const owner = patients.findIndex(({ email }) => email === wanted.email)
      // Sometimes another patient tries.
      await call(what % 4 === 0 ? who : owner, 'POST', '/create-payment-intent', payload)
    },
    charge({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'open' && intent?.status !== 'processing') return
      stripe.charge(intent.id)
      addStripeEvent(test, intent.id, 'payment_intent.succeeded')
    },
    startCharging({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'open') return
      stripe.change(intent.id, { status: 'processing' })
      addStripeEvent(test, intent.id, 'payment_intent.processing')
    },
    decline({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'open' && intent?.status !== 'processing') return
      stripe.change(intent.id, { status: 'open' })
      stripe.decline(intent.id)
      addStripeEvent(test, intent.id, 'payment_intent.payment_failed')
    },
    async sayPaid({ who, which, what }) {
      const appointment = pick(allAppointments(), which)
      const intent = pick([...stripe.intents.keys()], what)
      if (!appointment || !intent) return
      const payload = { appointment: appointment.id, transactionId: intent }
      await call(who, 'PATCH', `/booking/${appointment.id}`, payload)
    },
    async deliverWebhook({ which }) {
      const event = pick(stripe.events, which)
      if (!event) return
      const { id, type, intentId, createdAt } = event
      const created = Math.floor(createdAt.getTime() / 1000)
      const data = { object: { id: intentId, object: 'payment_intent' } }
      const response = await deliverSigned(test, eventOf({ id, type, created, data }))
      if (response.statusCode === 500) throw new Crash()
    },
    wait: () => test.setTime(new Date(test.now().getTime() + MINUTE)),
    async read({ who, which }) {
      await call(
        who,
        'GET',
        `/appointments?patient=${encodeURIComponent(emailOf(which % PATIENTS))}`,
      )
      const appointment = pick(allAppointments(), which)
      if (appointment) await call(who, 'GET', `/appointment/${appointment.id}`)
      await call(who, 'GET', `/available?date=${encodeURIComponent(TUESDAY)}`)
    },
    async remove({ who, what }) {
      // Rarely, because a removed user cannot return.
      if (what % 2 > 0) return
      const response = await admin.delete(`/user/${encodeURIComponent(emailOf(who))}`)
      if (response.statusCode === 500) throw new Crash()
    },
  }
}

/** Stripe lists an event, whose webhook may or may not arrive. */
export function addStripeEvent({ stripe, now }: TestApp, intentId: string, type: string): void {
  const id = `evt_${stripe.events.length + 1}`
  stripe.events.push({ id, type, intentId, createdAt: now(), livemode: false })
}

function emailOf(n: number): string {
  return `patient-${n}@example.com`
}

function phoneOf(n: number): string {
  return `+1 212 555 010${n}`
}

function addressOf(n: number): string {
  return `${n + 1} Main Street`
}
