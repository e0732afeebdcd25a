import { expect } from 'vitest'
import type { OpeningState } from '#contract/opening/opening.ts'
import {
  type OpeningAnswer,
  type OpeningContext,
  openingMachine,
} from '#machines/opening/opening-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'

/** Takes a walk on the opening machine alone, and checks what it knows in each of its states. */
export const walkOpeningMachine = modelOf(openingMachine, drive)

function drive(model: MachineModel<typeof openingMachine>): Expectations<typeof openingMachine> {
  let opening: OpeningState | null = null
  let from: string | null = null
  let reason = ''
  let proposed: string | null = null
  let message: string | null = null

  const knows = (facts: Partial<OpeningContext> = {}) =>
    expect(model.context()).toMatchObject({ opening, message, ...facts })
  const version = () => opening?.version

  return {
    on: {
      'opening.reload': () => {
        message = null
      },
      'samples.remove': () => {
        message = null
      },
      'opening.choose': (event) => {
        from = event.from
        message = null
      },
      'opening.pause': (event) => {
        reason = event.reason
        message = null
      },
      'opening.resume': () => {
        message = null
      },
    },
    onDone: (id, output) => {
      if (id === 'loadOpening' || id === 'removeSamples') {
        opening = output as OpeningState
        message = null
        return
      }
      const answer = output as OpeningAnswer
      opening = answer.opening
      message = answer.kind === 'refused' ? answer.message : null
      proposed = answer.kind === 'refused' ? answer.next : null
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      loading: () => knows({ message: null }),
      loadFailed: () => {
        knows()
        expect(message).not.toBeNull()
      },
      blocked: () => {
        knows()
        const { samples, facts } = opening ?? { samples: [], facts: [] }
        expect(samples.length + facts.length).toBeGreaterThan(0)
        expect(model.can({ type: 'samples.remove' })).toBe(samples.length > 0)
        expect(model.can({ type: 'opening.choose', from: null })).toBe(false)
      },
      removing: () => knows({ message: null }),
      ready: () => {
        knows({ proposed })
        expect(['preparing', 'opens']).toContain(opening?.state)
        expect(opening).toMatchObject({ samples: [], facts: [] })
      },
      confirming: () => knows({ from, message: null }),
      opening: () => {
        const wanted = from === null ? { state: 'open' } : { state: 'opens', from }
        expect(model.inputOf('openBooking')).toEqual({ ...wanted, version: version() })
      },
      open: () => {
        knows()
        expect(opening?.state).toBe('open')
      },
      pausing: () =>
        expect(model.inputOf('pauseBooking')).toEqual({
          state: 'paused',
          reason,
          version: version(),
        }),
      paused: () => {
        knows()
        expect(opening?.state).toBe('paused')
      },
      resuming: () => {
        knows({ message: null })
        expect(model.inputOf('resumeBooking')).toEqual({ state: 'open', version: version() })
      },
    },
  }
}
