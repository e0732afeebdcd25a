import { expect } from 'vitest'
import type { ClosureDecision, Impact } from '#contract/schedule/schedule.ts'
import {
  type AppliedChange,
  type ClosureContext,
  closureMachine,
  type ScheduleDraft,
} from '#machines/closure/closure-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'

/** Takes a walk on the closure machine alone, and checks what it knows in each of its states. */
export const walkClosureMachine = modelOf(closureMachine, drive)

function drive(model: MachineModel<typeof closureMachine>): Expectations<typeof closureMachine> {
  let draft: ScheduleDraft | null = null
  let impact: Impact | null = null
  let decision: ClosureDecision | null = null
  let applied: AppliedChange | null = null
  let message: string | null = null

  const knows = (facts: Partial<ClosureContext> = {}) =>
    expect(model.context()).toMatchObject({ draft, message, ...facts })
  const knowsPreview = () => {
    knows({ impact })
    expect(impact).not.toBeNull()
    expect(model.can({ type: 'change.edit' })).toBe(true)
    const canReoffer = impact?.reoffer !== undefined
    expect(model.can({ type: 'change.apply', decision: 'reoffer' })).toBe(canReoffer)
  }

  return {
    onEvent: () => {
      message = null
    },
    on: {
      'change.preview': (event) => {
        draft = event.draft
      },
      'change.edit': () => {
        impact = null
      },
      'change.apply': (event) => {
        decision = event.decision
      },
      'change.another': () => {
        draft = null
        impact = null
        decision = null
        applied = null
      },
    },
    onDone: (id, output) => {
      message = null
      if (id === 'previewChange') {
        impact = output as Impact
        return
      }
      const { kind, ...answer } = output as { kind: string }
      if (kind === 'outdated') impact = (answer as { impact: Impact }).impact
      if (kind === 'applied') applied = answer as AppliedChange
      if (kind === 'refused') message = (answer as { message: string }).message
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      'editing.untroubled': () => knows({ applied: null, message: null }),
      'editing.refused': () => {
        knows()
        expect(message).not.toBeNull()
      },
      previewing: () => {
        knows()
        expect(model.inputOf('previewChange')).toEqual(draft)
      },
      'previewed.fresh': knowsPreview,
      'previewed.outdated': knowsPreview,
      'previewed.failed': () => {
        knowsPreview()
        expect(message).not.toBeNull()
      },
      applying: () => {
        knows({ impact, decision })
        const { fingerprint } = (decision === 'reoffer' ? impact?.reoffer : impact) ?? {}
        expect(model.inputOf('applyChange')).toEqual({ draft, decision, fingerprint })
      },
      applied: () => knows({ applied }),
    },
  }
}
