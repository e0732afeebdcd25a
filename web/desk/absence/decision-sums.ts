import { formatPrice } from '#contract/money.ts'
import type { AbsenceDecision, AbsentAppointment } from '#contract/schedule/absences.ts'

type Decisions = Readonly<Record<string, AbsenceDecision>>

const DONE: readonly [AbsenceDecision['action'], string][] = [
  ['hand_over', 'handed over'],
  ['move', 'moved'],
  ['reoffer', 're-offered'],
  ['cancel', 'canceled'],
  ['later', 'decided later'],
]

/** '9 handed over, 1 canceled, 2 decided later. $95 will be refunded. 1 family to call: no email reaches it.' */
export function sumDecisions(
  appointments: readonly AbsentAppointment[],
  decisions: Decisions,
): string {
  const actionOf = ({ _id }: AbsentAppointment) => decisions[_id]?.action ?? 'later'
  const sums = DONE.flatMap(([action, done]) => {
    const number = appointments.filter((each) => actionOf(each) === action).length
    return number > 0 ? [`${number} ${done}`] : []
  })
  const refunded = appointments
    .filter((each) => each.paid && actionOf(each) === 'cancel')
    .reduce((sum, { price }) => sum + price, 0)
  const toCall = new Set(
    appointments
      .filter((each) => !each.isReachable && actionOf(each) !== 'later')
      .map(({ _id, family }) => family ?? _id),
  ).size
  return [
    `${sums.join(', ')}.`,
    refunded > 0 && `${formatPrice(refunded)} will be refunded.`,
    toCall > 0 &&
      `${toCall === 1 ? '1 family' : `${toCall} families`} to call: no email reaches ${toCall === 1 ? 'it' : 'them'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
