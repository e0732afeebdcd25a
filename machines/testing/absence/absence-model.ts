import { expect } from 'vitest'
import type { AbsenceDecision, AbsencePreview } from '#contract/schedule/absences.ts'
import { absenceMachine, type RecordAnswer } from '#machines/absence/absence-machine.ts'
import { type MachineModel, modelOf } from '../machine-model.ts'
import type { Driver } from '../tours.ts'
import { FORM } from './absence-walks.ts'

/** Takes a walk on the absence machine alone, and checks what it knows in each of its states. */
export const walkAbsenceMachine = modelOf(absenceMachine, {}, drive)

function drive(model: MachineModel<typeof absenceMachine>): Driver<typeof absenceMachine> {
  const { send, server } = model
  let preview: AbsencePreview | null = null
  let chosen: AbsenceDecision[] = []
  let message: string | null = null

  /** Of each appointment of the list, in its order. */
  const decisions = () =>
    (preview?.appointments ?? []).map(({ _id, version, handOver }) => {
      const own = chosen.findLast((decision) => decision._id === _id)
      if (own) return own
      const proposed = { _id, version, action: 'hand_over', doctor: handOver?._id }
      return handOver ? proposed : { _id, version, action: 'later' }
    })
  const begin = (list: AbsencePreview | null) => {
    preview = list
    chosen = []
  }
  const knowsList = () => {
    const context = model.context()
    expect(context).toMatchObject({ preview, message, result: null })
    expect(Object.values(context.decisions)).toEqual(decisions())
    expect(model.can({ type: 'absence.apply' })).toBe(true)
  }

  return {
    do: {
      'absence.check': (event) => {
        send(event)
        message = null
      },
      'absence.edit': (event) => {
        send(event)
        begin(null)
        message = null
      },
      'absence.decide': (event) => {
        send(event)
        chosen = [...chosen, event.decision]
      },
      'absence.apply': (event) => {
        send(event)
        message = null
      },
      'absence.continue': (event) => {
        const left = model.context().result?.left ?? null
        send(event)
        begin(left)
      },
    },
    server: {
      ...server,
      succeed: (id, output, moment) => {
        if (id === 'previewAbsence') begin(output as AbsencePreview)
        else {
          const answer = output as RecordAnswer
          if (answer.kind === 'outdated') begin(answer.preview)
        }
        return server.succeed(id, output, moment)
      },
      fail: (id, error, moment) => {
        message = (error as { message: string }).message
        return server.fail(id, error, moment)
      },
    },
    see: {
      'editing.untroubled': () =>
        expect(model.context()).toMatchObject({ preview: null, result: null, message: null }),
      'editing.failed': () => expect(model.context()).toMatchObject({ preview: null, message }),
      previewing: () => expect(model.inputOf('previewAbsence')).toEqual(FORM),
      'deciding.fresh': knowsList,
      'deciding.outdated': knowsList,
      'deciding.failed': () => {
        knowsList()
        expect(message).not.toBeNull()
      },
      applying: () => {
        expect(model.context().message).toBeNull()
        expect(model.inputOf('recordAbsence')).toEqual({
          ...FORM,
          fingerprint: preview?.fingerprint,
          decisions: decisions(),
        })
      },
      applied: ({ result }) => {
        expect(model.context()).toMatchObject({ result, message: null })
        const left = result?.left.appointments.length ?? 0
        expect(model.can({ type: 'absence.continue' })).toBe(left > 0)
      },
    },
  }
}
