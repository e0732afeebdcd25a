import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { BookingRefusal } from '../../contract/appointments.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { type Case, type Path, walk } from '../testing/paths.ts'
import { type Run, runAlone } from '../testing/run-model.ts'
import { type BookingContext, bookingMachine } from './booking-machine.ts'
import {
  allergyTesting,
  type BookingDriver,
  FIRST_DAY,
  MORNING,
  NOON,
  patient,
  weightLoss,
} from './booking-paths.ts'

const FORM = { phone: '+1 555 0100', address: '1 Orchard Lane' }

/** Walks a path on the booking machine alone, and looks at what it knows in each of its states. */
export async function walkBookingAlone(
  path: Path,
  machine: AnyStateMachine = bookingMachine,
): Promise<void> {
  const run = runAlone<BookingContext>(machine, { patient, date: FIRST_DAY })
  try {
    await walk(path, driveAlone(run))
  } finally {
    run.stop()
  }
}

function driveAlone(run: Run<BookingContext>): BookingDriver {
  let date: IsoDate = FIRST_DAY
  let refused: BookingRefusal['code'] | null = null
  let offered: Treatment[] = []
  let slot: string | null = null

  const knows = (facts: Partial<BookingContext>) =>
    expect(run.context()).toMatchObject({ patient, date, ...facts })
  const undecided = { treatment: null, slot: null, refusal: null, booking: null, message: null }
  const onTime = { treatment: allergyTesting, slot: MORNING, refusal: null, booking: null }
  const fresh = () => offered.find(({ _id }) => _id === allergyTesting._id)
  const loaded = (id: string) => async (event: Case) => {
    offered = event.output as Treatment[]
    slot = null
    await run.succeed(id)(event)
  }

  /** Nothing can be chosen that is not free, whatever an older card still shows. */
  function expectRefused() {
    const treatment = { ...allergyTesting, _id: 'gone' }
    expect(run.can({ type: 'treatment.choose', treatment })).toBe(false)
  }

  function expectChoice(refusal: BookingRefusal['code'] | null) {
    knows({ booking: null, treatments: offered, slot })
    expect(run.context().treatment).toEqual(fresh())
    expectRefused()
    expect(run.can({ type: 'slot.choose', slot: '04:30 PM - 05:00 PM' })).toBe(false)
    expect(run.context().treatment?.slots).toContain(NOON)
    expect(run.context().refusal?.code ?? null).toBe(refusal)
  }

  return {
    do: {
      'date.choose': (event) => {
        run.send(event)
        date = String(event.date)
        slot = null
      },
      'treatments.reload': run.send,
      'treatment.choose': (event) => {
        run.send(event)
        slot = null
      },
      'slot.choose': (event) => {
        run.send(event)
        slot = String(event.slot)
      },
      'dialog.close': run.send,
      'booking.submit': run.send,
      'booking.another': run.send,
      'xstate.done.actor.loadTreatments': loaded('loadTreatments'),
      'xstate.error.actor.loadTreatments': run.fail('loadTreatments'),
      'xstate.done.actor.createAppointment': async (event) => {
        const answer = event.output as BookingRefusal
        refused = answer.success ? null : answer.code
        await run.succeed('createAppointment')(event)
      },
      'xstate.error.actor.createAppointment': run.fail('createAppointment'),
      'xstate.done.actor.refreshTreatments': loaded('refreshTreatments'),
      'xstate.error.actor.refreshTreatments': run.fail('refreshTreatments'),
    },
    see: run.see({
      'browsing.loadingTreatments': () => {
        knows({ ...undecided, treatments: [] })
        expect(run.asked('loadTreatments')).toEqual({ date })
      },
      'browsing.loadFailed': () => knows({ message: 'The clinic is offline' }),
      'browsing.choosingTreatment.undisturbed': () => {
        knows({ ...undecided, treatments: [allergyTesting, weightLoss] })
        expectRefused()
      },
      'browsing.choosingTreatment.treatmentFull': () => {
        knows({ slot: null, booking: null })
        expect(run.context().treatment).toMatchObject({ _id: allergyTesting._id, slots: [] })
        expect(fresh()).toMatchObject({ slots: [] })
      },
      'browsing.choosingSlot.undisturbed': () => expectChoice(null),
      'browsing.choosingSlot.slotTaken': () => {
        expectChoice('slot_taken')
        knows({ slot: null })
        expect(fresh()?.slots).toEqual([NOON])
      },
      'browsing.choosingSlot.priceChanged': () => {
        expectChoice('price_changed')
        knows({ slot: null })
        expect(fresh()?.price).toBe(140)
      },
      'browsing.choosingSlot.alreadyBooked': () => {
        knows({ treatment: allergyTesting, booking: null })
        expect(run.context().refusal?.code).toBe('already_booked')
      },
      'browsing.refreshing': () => {
        knows({ treatment: allergyTesting, booking: null })
        expect(run.context().refusal?.code ?? null).toBe(refused)
        expect(run.asked('refreshTreatments')).toEqual({ date })
      },
      'dialog.fillingForm': () => knows({ ...onTime, message: null }),
      'dialog.submitting': () => {
        knows(onTime)
        expect(run.asked('createAppointment')).toEqual({
          treatment: 'Allergy Testing',
          price: 120,
          date: 'Jun 5, 2026',
          slot: MORNING,
          paid: false,
          patientName: patient.name,
          email: patient.email,
          ...FORM,
        })
      },
      'dialog.submitFailed': () => knows({ ...onTime, message: 'The clinic is offline' }),
      booked: () => {
        knows({ refusal: null })
        expect(run.context().booking).toMatchObject({ slot: MORNING, ...FORM })
      },
    }),
  }
}
