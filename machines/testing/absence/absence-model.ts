import { expect } from 'vitest'
import type {
  AbsenceDecision,
  AbsencePreview,
  AbsentAppointment,
} from '#contract/schedule/absences.ts'
import { absenceMachine, type RecordAnswer } from '#machines/absence/absence-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { ADA, formFor } from './absence-walks.ts'

/** Takes a walk on the absence machine alone, and checks its context in each state. */
export const walkAbsenceMachine = modelOf(absenceMachine, drive)

const reofferOf = ({ _id, version, otherTime }: AbsentAppointment): AbsenceDecision => ({
  _id,
  version,
  action: 'reoffer',
  date: otherTime?.date ?? '',
  slot: otherTime?.slot ?? '',
})

/** A colleague, or else the other time, or else later. */
function proposalFor(appointment: AbsentAppointment): AbsenceDecision {
  const { _id, version, handOver, otherTime } = appointment
  if (handOver) {
    return { _id, version, action: 'hand_over', doctor: handOver._id, slot: handOver.slot }
  }
  return otherTime ? reofferOf(appointment) : { _id, version, action: 'later' }
}

function drive(model: MachineModel<typeof absenceMachine>): Expectations<typeof absenceMachine> {
  let preview: AbsencePreview | null = null
  /** By appointment. */
  const chosen = new Map<string, AbsenceDecision>()
  let message: string | null = null

  /** The decision about each listed appointment, in order. */
  const decisions = () =>
    (preview?.appointments ?? []).map((each) => chosen.get(each._id) ?? proposalFor(each))
  const begin = (list: AbsencePreview | null) => {
    preview = list
    chosen.clear()
  }
  const knowsList = () => {
    const context = model.context()
    expect(context).toMatchObject({ preview, message, result: null })
    expect(Object.values(context.decisions)).toEqual(decisions())
    expect(model.can({ type: 'absence.apply' })).toBe(true)
  }

  return {
    on: {
      'absence.check': () => {
        message = null
      },
      'absence.edit': () => {
        begin(null)
        message = null
      },
      'absence.decide': (event) => {
        chosen.set(event.decision._id, event.decision)
      },
      'absence.decideAll': ({ choice }) => {
        for (const each of preview?.appointments ?? []) {
          const { _id, version, otherTime } = each
          if (choice === 'proposed') chosen.delete(_id)
          else if (choice !== 'reoffer') chosen.set(_id, { _id, version, action: choice })
          else if (otherTime) chosen.set(_id, reofferOf(each))
          else chosen.set(_id, { _id, version, action: 'later' })
        }
      },
      'absence.apply': () => {
        message = null
      },
      'absence.continue': (_, { context }) => begin(context.result?.left ?? null),
    },
    onDone: (id, output) => {
      if (id === 'previewAbsence') {
        begin(output as AbsencePreview)
        return
      }
      const answer = output as RecordAnswer
      if (answer.kind === 'outdated') begin(answer.preview)
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      'editing.untroubled': () =>
        expect(model.context()).toMatchObject({ preview: null, result: null, message: null }),
      'editing.failed': () => expect(model.context()).toMatchObject({ preview: null, message }),
      previewing: () => expect(model.inputOf('previewAbsence')).toEqual(formFor({ doctor: ADA })),
      'deciding.fresh': knowsList,
      'deciding.outdated': knowsList,
      'deciding.failed': () => {
        knowsList()
        expect(message).not.toBeNull()
      },
      applying: () => {
        expect(model.context().message).toBeNull()
        expect(model.inputOf('recordAbsence')).toEqual({
          ...formFor({ doctor: ADA }),
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
