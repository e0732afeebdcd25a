import { expect } from 'vitest'
import type { IsoDate } from '#contract/dates.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import {
  type ChangeAnswer,
  type ChangeContext,
  canMove,
  type RescheduleEvent,
  rescheduleMachine,
} from '#machines/reschedule/reschedule-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { changeFixture } from './reschedule-walks.ts'

const appointmentId = changeFixture.options._id

/** Takes a walk on the change machine alone, and checks what it knows in each of its states. */
export const walkChangeMachine = modelOf(rescheduleMachine, drive, { appointmentId })

function drive(
  model: MachineModel<typeof rescheduleMachine>,
): Expectations<typeof rescheduleMachine> {
  let options: ChangeContext['options'] = null
  let date: ChangeContext['date'] = null
  let treatment: Treatment | null = null
  let doctor: string | null = null
  let slot: string | null = null
  let by: ChangeContext['by'] = 'family'
  let agreed: ChangeContext['agreed'] | undefined
  let answer: ChangeAnswer | null = null
  let message: string | null = null

  const knows = (facts: Partial<ChangeContext> = {}) =>
    expect(model.context()).toMatchObject({ appointmentId, options, date, message, ...facts })
  const knowsFailure = (facts: Partial<ChangeContext> = {}) => {
    knows(facts)
    expect(message).not.toBeNull()
  }
  const offers = () => {
    knows({ slot: null, treatment: null })
    expect(model.can({ type: 'cancel.start' })).toBe(options?.canCancel)
    expect(model.can({ type: 'move.start', date: '2026-06-08' })).toBe(canMove(options))
  }
  /** The quote in the dialog. */
  const shown = () => (by === 'clinic' ? options?.clinicQuote : null) ?? options?.quote
  const forgetTime = () => {
    date = null
    treatment = null
    doctor = null
    slot = null
  }
  const seeTimes = () => {
    knows({ treatment, doctor })
    const taken = { type: 'slot.choose', slot: '11:11 AM - 11:41 AM' }
    expect(model.can(taken)).toBe(false)
    expect(model.can({ type: 'doctor.choose', doctor: 'unknown' })).toBe(false)
  }
  const startMoving = (event: Extract<RescheduleEvent, { date: IsoDate }>) => {
    date = event.date
    doctor = options?.doctor?._id ?? null
  }

  return {
    onEvent: () => {
      message = null
    },
    on: {
      'cancel.start': () => {
        by = 'family'
      },
      'cancel.by': (event) => {
        by = event.by
      },
      'move.start': startMoving,
      'move.instead': startMoving,
      'move.close': forgetTime,
      'date.choose': (event) => {
        date = event.date
        treatment = null
      },
      'doctor.choose': (event) => {
        doctor = event.doctor
      },
      'slot.choose': (event) => {
        slot = event.slot
      },
      'confirm.close': (_, { context }) => {
        // After a failure it starts again.
        if (context.message !== null) forgetTime()
      },
    },
    onDone: (id, output) => {
      message = null
      if (id === 'loadDay' || id === 'refreshDay') {
        treatment = output as Treatment | null
        doctor = treatment?.doctors?.find(({ _id }) => _id === doctor)?._id ?? null
      } else if (id === 'cancelAppointment' || id === 'moveAppointment') {
        answer = output as ChangeAnswer
        if (answer.kind === 'done') agreed = shown()
        options = answer.options
        const isNewTimeNeeded =
          answer.kind === 'refused' && ['slot_taken', 'not_offered'].includes(answer.code)
        if (!isNewTimeNeeded) forgetTime()
      } else if (output !== null) options = output as ChangeContext['options']
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      loading: () => {
        expect(model.context().message).toBeNull()
        expect(model.inputOf('loadOptions')).toEqual({ appointmentId })
      },
      loadFailed: () => expect(model.context().message).not.toBeNull(),
      notFound: () => expect(model.can({ type: 'change.again' })).toBe(false),
      closed: () => {
        knows()
        expect(canMove(options) || options?.canCancel).toBe(false)
      },
      'choosing.fresh': offers,
      'choosing.changed': offers,
      'cancelling.quoting': () => {
        expect(model.context().message).toBeNull()
        expect(model.inputOf('quoteRefund')).toEqual({ appointmentId })
      },
      'cancelling.quoteFailed': () => expect(model.context().message).not.toBeNull(),
      'cancelling.quoted.fresh': () => {
        knows({ by })
        expect(options?.canCancel).toBe(true)
        expect(model.can({ type: 'move.instead', date: '2026-06-08' })).toBe(canMove(options))
        const isForStaff = options?.clinicQuote !== undefined
        expect(model.can({ type: 'cancel.by', by: 'clinic' })).toBe(isForStaff)
      },
      'cancelling.quoted.quoteChanged': () => {
        knows()
        expect(answer).toMatchObject({ code: 'quote_changed' })
      },
      'cancelling.submitting': () => {
        knows()
        expect(model.inputOf('cancelAppointment')).toEqual({
          appointmentId,
          version: options?.version,
          refund: shown()?.refund,
          rule: shown()?.rule,
          reason: 'ill',
          ...(by === 'clinic' && { byClinic: true }),
        })
      },
      'cancelling.submitFailed': () => knowsFailure(),
      'moving.browsing.loadingDay': () => {
        knows()
        const { treatmentId } = options ?? {}
        expect(model.inputOf('loadDay')).toEqual({ date, treatmentId })
      },
      'moving.browsing.dayFailed': () => knowsFailure(),
      'moving.browsing.choosingSlot.fresh': () => {
        seeTimes()
        expect(model.context().refusal).toBeNull()
      },
      'moving.browsing.choosingSlot.slotTaken': () => {
        seeTimes()
        expect(model.context().refusal).toMatchObject({ code: 'slot_taken' })
      },
      'moving.browsing.choosingSlot.refused': () => {
        seeTimes()
        expect(model.context().refusal).toMatchObject({ code: 'not_offered' })
      },
      'moving.browsing.refreshing': () => {
        knows()
        expect(model.inputOf('refreshDay')).toEqual({ date, treatmentId: options?.treatmentId })
      },
      'moving.confirming.asking': () => knows({ slot, treatment }),
      'moving.confirming.submitting': () => {
        knows({ slot })
        expect(model.inputOf('moveAppointment')).toEqual({
          appointmentId,
          version: options?.version,
          date,
          slot,
          // Without a choice it keeps its doctor, who is free at all of these times.
          doctor: doctor ?? options?.doctor?._id,
          ...(!options?.canMove && { ill: true }),
        })
      },
      'moving.confirming.submitFailed': () => knowsFailure({ slot }),
      'done.moved': () => knows({ agreed: null }),
      'done.cancelled': () => {
        expect(agreed).toBeDefined()
        knows({ agreed })
      },
    },
  }
}
