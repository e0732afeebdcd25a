import { formatWeekday } from '#contract/dates.ts'
import { describePatient } from '#contract/patients/patients.ts'
import type {
  AbsenceContext,
  absenceMachine,
  ChoiceForAll,
} from '#machines/absence/absence-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

const CHECK = 'Show appointments'
const APPLY = 'Record the absence'
const ACTIONS = {
  hand_over: 'Hand over',
  move: 'Move',
  cancel: 'Cancel',
  later: 'Decide later',
  reoffer: 'Re-offer',
}

const FOR_ALL: Record<ChoiceForAll, string> = {
  proposed: 'As proposed',
  reoffer: 'Re-offer',
  cancel: 'Cancel',
  later: 'Decide later',
}

const SUMS = {
  hand_over: 'handed over',
  move: 'moved',
  reoffer: 're-offered',
  cancel: 'canceled',
  later: 'decided later',
}

/**
 * Drives the page for an ill doctor, and compares it with what the machine knows.
 * @param doctor the name
 */
export function absenceDriver(
  screen: Screen,
  server: Server,
  doctor: string,
): Driver<typeof absenceMachine> {
  async function seeForm() {
    await screen.see('button', CHECK, { busy: false })
    await screen.gone('button', APPLY)
  }
  async function seeList({ preview, decisions }: AbsenceContext) {
    for (const appointment of preview?.appointments ?? []) {
      const { _id, patientName } = appointment
      const { action = 'later' } = decisions[_id] ?? {}
      await screen.see('text', patientName)
      const value = ACTIONS[action]
      await screen.see('field', `Decision for ${describePatient(appointment)}`, { value })
    }
    const actions = Object.values(decisions).map(({ action }) => action)
    for (const action of new Set(actions)) {
      const sum = actions.filter((each) => each === action).length
      await screen.see('status', new RegExp(`\\b${sum} ${SUMS[action]}\\b`))
    }
    if (preview?.untilAt && preview.appointments.some(({ otherTime }) => otherTime)) {
      const day = formatWeekday(preview.untilAt.date)
      await screen.see('text', new RegExp(`A re-offer holds the other time until .* on ${day}`))
    }
    await screen.see('button', APPLY, { busy: false })
  }

  return {
    server,
    do: {
      'absence.check': async ({ form }) => {
        await screen.select('Doctor', doctor)
        await screen.fill('Reason', form.reason)
        await screen.click('button', CHECK)
      },
      'absence.edit': async (_, { context }) =>
        screen.click('button', context.result ? 'Another doctor' : 'Back'),
      'absence.decide': async ({ decision }, { context }) => {
        const of = context.preview?.appointments.find(({ _id }) => _id === decision._id)
        const name = ACTIONS[decision.action]
        if (of) await screen.select(`Decision for ${describePatient(of)}`, name)
      },
      'absence.decideAll': ({ choice }) =>
        screen.within('group', 'For all').click('button', FOR_ALL[choice]),
      'absence.apply': () => screen.click('button', APPLY),
      'absence.continue': () => screen.click('button', 'Decide about the rest'),
    },
    see: {
      'editing.untroubled': all(seeForm, seeMessage(screen)),
      'editing.failed': all(seeForm, seeMessage(screen, 'Nothing you typed was lost.')),
      previewing: () => screen.see('button', CHECK, { busy: true }),
      'deciding.fresh': all(seeList, seeMessage(screen)),
      'deciding.outdated': all(seeList, () =>
        screen.see('alert', 'The appointments have changed meanwhile. Check them again.'),
      ),
      'deciding.failed': all(
        seeList,
        seeMessage(screen, 'Nothing was recorded. You can try again.'),
      ),
      applying: () => screen.see('button', APPLY, { busy: true }),
      applied: async ({ result }) => {
        await screen.see('text', 'The absence is recorded')
        const approval = 'It applies already. An admin has yet to approve it.'
        await (result?.toApprove ? screen.see : screen.gone)('text', approval)
        const left = result?.left.appointments.length ?? 0
        await (left > 0 ? screen.see : screen.gone)('button', 'Decide about the rest')
        if (result?.results.some(({ toCall }) => toCall)) await screen.see('text', 'To call')
      },
    },
  }
}
