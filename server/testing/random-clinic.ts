import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { appointments, stripeEvents } from '../../drizzle/schema.ts'
import { reconcileStripeEvent } from '../payments/inbox.ts'
import { sweepMissedEvents, sweepPayments } from '../payments/sweep.ts'
import { Crash, crashAt } from './crash.ts'
import { WEBHOOK_SECRET } from './fake-stripe.ts'
import {
  bookingOf,
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  TUESDAY,
  WEDNESDAY,
} from './test-app.ts'

const ACTS = [
  'book',
  'book',
  'book',
  'openPaymentPage',
  'openPaymentPage',
  'charge',
  'charge',
  'startCharging',
  'decline',
  'sayPaid',
  'deliverWebhook',
  'deliverWebhook',
  'work',
  'sweep',
  'wait',
  'look',
  'remove',
] as const
const PATIENTS = 4
const MINUTE = 60_000

/** Something that somebody does; `which` and `what` choose among what is there at that moment. */
export interface Deed {
  act: (typeof ACTS)[number]
  who: number
  which: number
  what: number
}

/** What happens at the same time, and at which point of it the process dies, if at all. */
export interface Moment {
  deeds: Deed[]
  fatal: number | null
}

const number = fc.nat({ max: 1000 })
const deed = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat({ max: PATIENTS - 1 }),
  which: number,
  what: number,
})

/** Days at the clinic: moments with up to three deeds each. */
export const days: fc.Arbitrary<Moment[]> = fc.array(
  fc.record({
    deeds: fc.array(deed, { minLength: 1, maxLength: 3 }),
    fatal: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
  }),
  { minLength: 20, maxLength: 45, size: 'max' },
)

/** How often what a walk is about has come to pass. */
export interface Tally {
  booked: number
  conflicts: number
  paid: number
  refunded: number
  crashes: number
}

const { webhooks } = new Stripe('sk_test_of_the_tests')

/**
 * The API with an administrator and a few patients who do what `moments` say. Throws as soon as a
 * slot is booked twice, an appointment is paid without money, or somebody is told of another
 * patient; and in the end, when money was taken and neither pays for an appointment nor went back.
 */
export async function liveThrough(moments: readonly Moment[], tally: Tally): Promise<void> {
  const test = await buildTestApp()
  const { app, db, stripe } = test
  const deps = { db, stripe, now: test.now }
  const admin = await signInAdmin(test)
  const patients: Session[] = []
  for (let n = 0; n < PATIENTS; n += 1) patients.push(await signIn(test, emailOf(n)))

  const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length]
  const allAppointments = () => db.select().from(appointments).orderBy(appointments.id).all()
  const patient = (n: number) => patients[n] ?? admin
  const calm = { signal: new AbortController().signal, onTrouble: () => undefined }

  /** Calls as that patient, who must not hear of the others. */
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
        // What was asked for may be named in the answer.
        if (!url.includes(encodeURIComponent(secret))) expect(response.body).not.toContain(secret)
      }
    }
    if (response.statusCode === 500) throw new Crash()
    return response
  }

  function happensAtStripe(intentId: string, type: string) {
    const id = `evt_${stripe.events.length + 1}`
    stripe.events.push({ id, type, intentId, createdAt: test.now(), livemode: false })
  }

  async function work() {
    for (const { id } of db.select().from(stripeEvents).all()) await reconcileStripeEvent(deps, id)
  }
  async function sweep() {
    await sweepPayments(deps, calm)
    await sweepMissedEvents(deps, calm)
  }

  const acts: Record<Deed['act'], (deed: Deed) => Promise<unknown> | unknown> = {
    async book({ who, which, what }) {
      const payload = bookingOf(patient(who), {
        treatment: pick(['Allergy Testing', 'Weight Loss'], which),
        price: pick([110, 80], which),
        date: pick([TUESDAY, WEDNESDAY], what),
        slot: pick(['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM'], what >> 1),
        phone: phoneOf(who),
        address: addressOf(who),
      })
      const { statusCode } = await call(who, 'POST', '/appointments', payload)
      if (statusCode === 201) tally.booked += 1
      if (statusCode === 409) tally.conflicts += 1
    },
    async openPaymentPage({ who, which }) {
      const wanted = pick(allAppointments(), which)
      if (!wanted) return
      const payload = { price: wanted.priceCents / 100, appointment: wanted.id }
      await call(who, 'POST', '/create-payment-intent', payload)
    },
    charge({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'open' && intent?.status !== 'processing') return
      stripe.charge(intent.id)
      happensAtStripe(intent.id, 'payment_intent.succeeded')
    },
    startCharging({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'open') return
      stripe.change(intent.id, { status: 'processing' })
      happensAtStripe(intent.id, 'payment_intent.processing')
    },
    decline({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'open' && intent?.status !== 'processing') return
      stripe.change(intent.id, { status: 'open' })
      stripe.decline(intent.id)
      happensAtStripe(intent.id, 'payment_intent.payment_failed')
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
      const body = JSON.stringify({
        id: event.id,
        object: 'event',
        type: event.type,
        created: Math.floor(event.createdAt.getTime() / 1000),
        livemode: false,
        data: { object: { id: event.intentId, object: 'payment_intent' } },
      })
      const signature = webhooks.generateTestHeaderString({
        payload: body,
        secret: WEBHOOK_SECRET,
        timestamp: Math.floor(Date.now() / 1000),
      })
      const response = await app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      })
      if (response.statusCode === 500) throw new Crash()
    },
    work,
    sweep,
    wait: () => test.setTime(new Date(test.now().getTime() + MINUTE)),
    async look({ who, which }) {
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
      // Seldom, because nobody comes back.
      if (what % 2 > 0) return
      const url = `/user/${encodeURIComponent(emailOf(who))}`
      const response = await app.inject({ method: 'DELETE', url, headers: admin.headers })
      if (response.statusCode === 500) throw new Crash()
    },
  }

  for (const { deeds, fatal } of moments) {
    const crash = fatal === null ? null : crashAt(test, fatal)
    const ends = await Promise.allSettled(deeds.map(async (one) => acts[one.act](one)))
    crash?.restart()
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      // Only where the process has died may anything fail.
      if (crash === null || !(end.reason instanceof Crash)) throw end.reason
      tally.crashes += 1
    }
    expectSoundBooks()
  }

  // Banks decide, and some pay at the last moment: whatever is lost on its way the sweeps find.
  for (const [index, { id, status }] of [...stripe.intents.values()].entries()) {
    if (status === 'processing' || (status === 'open' && index % 2 > 0)) stripe.charge(id)
  }
  for (let round = 0; round < 3; round += 1) {
    test.setTime(new Date(test.now().getTime() + 90 * MINUTE))
    await sweep()
    await work()
  }
  expectSoundBooks()
  for (const intent of stripe.intents.values()) {
    if (intent.status !== 'succeeded') continue
    const paid = allAppointments().find(({ transactionId }) => transactionId === intent.id)
    expect({ intent, pays: paid?.paid === true, isBack: intent.refunded }).toMatchObject(
      paid ? { pays: true, isBack: false } : { isBack: true },
    )
    if (paid) tally.paid += 1
    else tally.refunded += 1
  }

  function expectSoundBooks() {
    const all = allAppointments()
    const live = all.filter(({ status }) => status === 'booked')
    const places = live.map(
      ({ serviceId, date, startMinute }) => `${serviceId} ${date} ${startMinute}`,
    )
    expect(new Set(places).size).toBe(places.length)
    for (const { id, paid, transactionId, priceCents } of all) {
      if (!paid) continue
      expect(stripe.intents.get(transactionId ?? '')).toMatchObject({
        status: 'succeeded',
        appointmentId: id,
        receivedCents: priceCents,
      })
    }
  }
}

function emailOf(n: number): string {
  return `walker-${n}@example.com`
}

function phoneOf(n: number): string {
  return `+1 212 555 010${n}`
}

function addressOf(n: number): string {
  return `${n + 1} Walker Street`
}
