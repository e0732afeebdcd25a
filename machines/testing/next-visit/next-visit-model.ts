import { expect } from 'vitest'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { type NextVisitEvent, nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { nextVisitFixture } from './next-visit-fixture.ts'

const ticketId = nextVisitFixture._id

/** Takes a walk on the machine of a visit to book alone, and checks what it knows in each of its states. */
export const walkNextVisitMachine = modelOf(nextVisitMachine, drive, { ticketId })

function drive(
  model: MachineModel<typeof nextVisitMachine>,
): Expectations<typeof nextVisitMachine> {
  const { inputOf, can, context } = model
  let visit: NextVisit | null = null
  let message: string | null = null
  let month: string | null = null

  const knows = (...states: string[]) => {
    expect(context()).toEqual({ ticketId, visit, message })
    if (states.length > 0) expect(states).toContain(visit?.state)
  }
  const mayAnswer = (event: NextVisitEvent) => expect(can(event)).toBe(visit?.mayAnswer)

  return {
    onEvent: () => {
      message = null
    },
    on: {
      'visit.decline': () => {
        month = null
      },
      'visit.elsewhere': (event) => {
        month = event.month
      },
    },
    onDone: (_, output) => {
      visit = output as NextVisit | null
      message = null
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      loading: () => {
        knows()
        expect(inputOf('loadVisit')).toEqual({ ticketId })
      },
      loadFailed: () => {
        knows()
        expect(message).not.toBeNull()
      },
      notFound: () => {
        knows()
        expect(visit).toBeNull()
      },
      open: () => {
        knows('open')
        expect(visit?.firstDay ?? null).toBeNull()
        mayAnswer({ type: 'visit.decline' })
        mayAnswer({ type: 'visit.elsewhere', month: '2027-02' })
        expect(can({ type: 'visit.book' })).toBe(visit?.canBook && visit.firstDay === undefined)
      },
      booking: () => {
        knows('open')
        expect(visit).toMatchObject({ canBook: true, firstDay: expect.any(String) })
      },
      answering: () => {
        knows('open')
        expect(inputOf('answerVisit')).toEqual({ ticketId, month })
      },
      'answered.declined': () => {
        knows('declined')
        mayAnswer({ type: 'answer.undo' })
      },
      'answered.elsewhere': () => knows('elsewhere'),
      undoing: () => {
        knows('declined', 'elsewhere')
        expect(inputOf('undoAnswer')).toEqual({ ticketId })
      },
      booked: () => knows('booked'),
      lapsed: () => knows('lapsed', 'withdrawn'),
    },
  }
}
