import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate'
import { type AuthContext, authMachine } from '../auth/auth-machine.ts'
import type { BookingContext } from '../booking/booking-context.ts'
import { bookingMachine } from '../booking/booking-machine.ts'
import { type ClosureContext, closureMachine } from '../closure/closure-machine.ts'
import { type PaymentContext, paymentMachine } from '../payment/payment-machine.ts'
import {
  type SiblingsContext,
  siblingsBookingMachine,
} from '../siblings-booking/siblings-booking-machine.ts'
import { authCases, authFixture } from './auth/auth-walks.ts'
import { bookingFixture, firstChoices, patient } from './booking/booking-fixture.ts'
import { bookingCases } from './booking/booking-walks.ts'
import { christmasEve, closureCases } from './closure/closure-walks.ts'
import { paymentCases, unpaid } from './payment/payment-walks.ts'
import { siblingsBookingCases, siblingsInput } from './siblings-booking/siblings-booking-walks.ts'
import type { Case, Cases } from './tours.ts'

/** A step of a walk, and the resulting state. */
interface Step {
  event: Case
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
}

/**
 * Walks randomly, calling `look` after each step. A choice is an index into the events that the machine
 * accepts at that moment. A failure names its seed.
 */
function roam(
  machine: AnyStateMachine,
  input: unknown,
  cases: (context: never) => readonly Case[],
  look: (step: Step) => void,
) {
  const visited = new Set<string>()
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10_000 }), { maxLength: 60, size: 'max' }), (choices) => {
      let [before] = initialTransition(machine, input)
      for (const choice of choices) {
        if (before.status === 'done') return
        const possible = cases(before.context as never).filter((event) => before.can(event))
        const event = possible[choice % possible.length]
        // No event is possible.
        if (!event) return
        const [after] = transition(machine, before, event)
        expect(['active', 'done']).toContain(after.status)
        look({ event, before, after })
        visited.add(JSON.stringify(after.value))
        before = after
      }
    }),
    // Enough to reach nearly every state, although many walks end early.
    { numRuns: 150 },
  )
  return visited.size
}

describe('random walks', () => {
  it('an appointment is requested with a free slot on the screen, once at a time, and the request is never aborted', () => {
    const places = roam(
      bookingMachine,
      { patient, choices: firstChoices(bookingFixture) },
      bookingCases(bookingFixture),
      ({ event, before, after }) => {
        const { treatments, treatment, slot, booking, refusal }: BookingContext = after.context
        if (after.matches('dialog') || after.matches('confirm')) {
          expect(treatment?.slots).toContain(slot)
          expect(treatments).toContainEqual(treatment)
          expect(booking).toBeNull()
        }
        if (after.matches({ booked: 'appointment' })) expect(booking).not.toBeNull()
        const { bookings }: BookingContext = after.context
        const isSeveral =
          after.matches({ booked: 'siblings' }) || after.matches({ booked: 'series' })
        expect(bookings !== null).toBe(isSeveral)
        // The server may have booked already: only its answer leads on.
        if (before.matches('confirm')) {
          expect(event.type).toMatch(/^xstate\.(done|error)\.actor\.createAppointment$/)
        }
        if (after.matches('confirm')) expect(event.type).toBe('booking.submit')
        if (after.matches({ date: 'loadingTreatments' })) {
          expect({ treatment, slot, booking, refusal }).toEqual({
            treatment: null,
            slot: null,
            booking: null,
            refusal: null,
          })
        }
      },
    )
    expect(places).toBeGreaterThan(9)
  })

  it('siblings are booked with a block on the screen, for all of them, and the request is never aborted', () => {
    const casesOf: Cases<typeof siblingsBookingMachine> = siblingsBookingCases(bookingFixture)
    const ENDS = ['date.choose', 'choices.restore', 'siblings.leave']
    const places = roam(
      siblingsBookingMachine,
      siblingsInput(bookingFixture),
      // Most walks would end before they find a block.
      (context) => casesOf(context).filter(({ type }) => !ENDS.includes(type)),
      ({ event, before, after }) => {
        const { siblings, blocks, block, outcome }: SiblingsContext = after.context
        if (after.matches('dialog') || after.matches('confirm')) {
          expect(blocks).toContainEqual(block)
          expect(block?.items.map(({ child }) => child._id)).toEqual(
            siblings.map(({ child }) => child),
          )
        }
        // The server may have booked already: only its answer leads on.
        if (before.matches('confirm')) {
          expect(event.type).toMatch(/^xstate\.(done|error)\.actor\.createBlock$/)
        }
        if (after.matches('confirm')) expect(event.type).toBe('booking.submit')
        expect(outcome !== null).toBe(after.status === 'done')
      },
    )
    expect(places).toBeGreaterThan(9)
  })

  it('a card is never charged again while its money may be taken, and only the server says that a payment is paid', () => {
    let isCharged = false
    const places = roam(
      paymentMachine,
      { appointmentIds: [unpaid._id] },
      () => paymentCases(unpaid),
      ({ event, before, after }) => {
        const { output } = event as { output?: { kind?: string; paid?: boolean } }
        const { transactionId, clientSecret, paymentMethod }: PaymentContext = after.context
        if (before.matches({ idle: 'loadingAppointment' })) isCharged = false
        if (output?.kind === 'charged') isCharged = true
        // The server has asked the provider: nothing was charged.
        if (before.matches({ confirming: 'settling' }) && output?.kind === 'declined')
          isCharged = false
        if (isCharged) {
          expect(after.can({ type: 'pay.submit' })).toBe(false)
          const shown = [
            after.matches('idle'),
            after.matches('intentReady'),
            after.matches({ failed: 'declined' }),
          ]
          expect(shown).toEqual([false, false, false])
          expect(transactionId).not.toBeNull()
        }
        if (after.matches({ confirming: 'charging' })) {
          expect(clientSecret).not.toBeNull()
          expect(paymentMethod).not.toBeNull()
        }
        if (after.matches({ paid: 'now' })) expect(output?.kind).toBe('paid')
        if (after.matches({ paid: 'earlier' })) expect(output?.paid).toBe(true)
        if (before.matches({ confirming: 'settling' })) {
          expect(event.type).toMatch(/settlePayment$|^xstate\.after\.|^retry$/)
        }
      },
    )
    expect(places).toBeGreaterThan(12)
  })

  it('a change of the schedule is applied only as it was last previewed and decided', () => {
    const places = roam(
      closureMachine,
      undefined,
      closureCases(christmasEve),
      ({ event, before, after }) => {
        const { draft, impact, decision, applied }: ClosureContext = after.context
        if (after.matches('previewed')) expect(impact).not.toBeNull()
        if (after.matches('applying')) {
          expect(before.matches('previewed')).toBe(true)
          expect(impact).toBe(before.context.impact)
          expect({ draft, decision }).toEqual({
            draft: before.context.draft,
            decision: event.decision,
          })
        }
        expect(applied !== null).toBe(after.matches('applied'))
      },
    )
    expect(places).toBe(8)
  })

  it('only users that the server knows are logged in, and no page shows the previous user', () => {
    const places = roam(
      authMachine,
      undefined,
      authCases(authFixture),
      ({ event, before, after }) => {
        const { user, ended }: AuthContext = after.context
        if (after.matches('user')) {
          expect(user).not.toBeNull()
          expect(ended).toBeNull()
        }
        if (after.matches('user') && !before.matches('user')) {
          expect(event.type).toMatch(/(restoreSession|exchangeToken)$|^session\.startedElsewhere$/)
        }
        if (after.matches({ guest: 'login' }) || after.matches({ unknown: 'restoring' }))
          expect(user).toBeNull()
        // Roles are requested again for each user.
        if (event.type === 'session.startedElsewhere') {
          expect(after.matches({ user: { role: 'asking' } })).toBe(true)
        }
      },
    )
    expect(places).toBeGreaterThan(15)
  })
})
