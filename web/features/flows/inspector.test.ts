import { once } from 'node:events'
import { createServer } from 'node:net'
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import { createInspectorServer } from '@statelyai/inspect/server'
import { expect, it, onTestFinished } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { NewAppointment } from '../../../contract/appointments.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import { bookingMachine } from '../../../machines/booking/booking-machine.ts'
import {
  allergyTesting,
  FIRST_DAY,
  MORNING,
  patient,
} from '../../../machines/booking/booking-paths.ts'
import type { BookingResult } from '../../../machines/booking/booking-setup.ts'
import { inspection } from '../../app/inspection.ts'
import { BLANK, blankEvent } from './blank.ts'
import { openInspector } from './inspector.ts'

const form = { phone: '+1 555 0100', address: '1 Orchard Lane' }

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address instanceof Object ? address.port : 0
}

/** An inspector's server on this machine, and all that arrives there. */
async function receive() {
  const port = await freePort()
  const server = createInspectorServer({ port, autoOpen: false })
  const address = `ws://localhost:${port}`
  const arrived: StatelyInspectionEvent[] = []
  createWebSocketReceiver({ server: address }).subscribe((event) => arrived.push(event))
  onTestFinished(() => server.stop())
  return { address, arrived }
}

/** A booking from the calendar to the confirmation. */
async function book() {
  const machine = bookingMachine.provide({
    actors: {
      loadTreatments: fromPromise<Treatment[], { date: IsoDate }>(async () => [allergyTesting]),
      createAppointment: fromPromise<BookingResult, NewAppointment>(async ({ input }) => ({
        success: true,
        booking: {
          _id: '01890a5d-ac96-774b-bcce-b302099a8057',
          status: 'booked',
          patient: patient.email,
          ...input,
          paid: false,
          patientName: patient.name,
        },
      })),
    },
  })
  const actor = createActor(machine, { ...inspection, input: { patient, date: FIRST_DAY } })
  actor.start()
  await waitFor(actor, (snapshot) => snapshot.matches({ browsing: 'choosingTreatment' }))
  actor.send({ type: 'treatment.choose', treatment: allergyTesting })
  actor.send({ type: 'slot.choose', slot: MORNING })
  actor.send({ type: 'booking.submit', form })
  await waitFor(actor, (snapshot) => snapshot.matches('booked'))
  actor.stop()
}

it('an inspector hears of every event of a booking, and of nobody', async () => {
  const { address, arrived } = await receive()
  const inspector = openInspector(address)
  onTestFinished(inspector.close)
  await book()

  const events = () =>
    arrived.flatMap((event) => (event.type === '@xstate.event' ? [event.event.type] : []))
  await expect
    .poll(events)
    .toEqual(
      expect.arrayContaining([
        'xstate.done.actor.loadTreatments',
        'treatment.choose',
        'slot.choose',
        'booking.submit',
        'xstate.done.actor.createAppointment',
      ]),
    )
  const values = () =>
    arrived.flatMap((event) =>
      event.type === '@xstate.snapshot' && 'value' in event.snapshot ? [event.snapshot.value] : [],
    )
  await expect.poll(values).toContain('booked')
  expect(values()).toContainEqual({ dialog: 'submitting' })

  const submitted = arrived.find(
    (event) => event.type === '@xstate.event' && event.event.type === 'booking.submit',
  )
  expect(submitted).toMatchObject({ event: { form: { phone: BLANK, address: BLANK } } })
  const all = JSON.stringify(arrived)
  expect(all).toContain(MORNING)
  for (const personal of [form.phone, form.address, patient.name, patient.email]) {
    expect(all).not.toContain(personal)
  }
})

const envelope = {
  rootId: 'x:0',
  sessionId: 'x:1',
  createdAt: '0',
  id: 'e',
  _version: '0',
}

it.each([
  [
    'credentials',
    { type: 'password.submit', form: { email: 'p@example.com', password: 'parent123' } },
  ],
  ['a code', { type: 'code.submit', code: '123456' }],
  ['a client secret', { type: 'done', output: { kind: 'ready', clientSecret: 'pi_1_secret' } }],
  ['a token', { type: 'done', output: { accessToken: 'eyJ0' } }],
  ['a plain answer', { type: 'done', output: 'pm_1' }],
  ['a failure', { type: 'error', error: { message: 'p@example.com is taken' } }],
])('%s never leaves the page', (_what, event) => {
  const inspected = { ...envelope, type: '@xstate.event', sourceId: undefined, event } as const
  const { type, ...rest } = blankEvent(inspected) as typeof inspected
  expect(rest.event.type).toBe(event.type)
  const { type: _type, ...secret } = event
  for (const text of Object.values(secret).flatMap((part) => textsIn(part))) {
    if (text === 'ready') continue
    expect(JSON.stringify([type, rest])).not.toContain(text)
  }
})

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return part instanceof Object ? Object.values(part).flatMap(textsIn) : []
}

it('what a call was given and answered is blank, too', () => {
  const snapshot = {
    status: 'done',
    input: { clientSecret: 'pi_1_secret', paymentMethod: 'pm_1' },
    output: { transactionId: 'pi_1', phoneHint: '+*******0100' },
  } as const
  const inspected = {
    ...envelope,
    type: '@xstate.snapshot',
    event: { type: 'x' },
    snapshot,
  } as const
  expect(blankEvent(inspected as unknown as StatelyInspectionEvent)).toMatchObject({
    snapshot: {
      status: 'done',
      input: { clientSecret: BLANK, paymentMethod: BLANK },
      output: { transactionId: BLANK, phoneHint: BLANK },
    },
  })
})
