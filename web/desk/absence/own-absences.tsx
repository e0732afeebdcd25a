import { useQuery } from '@tanstack/react-query'
import type { AbsenceApproval } from '#contract/schedule/absences.ts'
import { Card } from '#web/components/card.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { approvalsOptions, describeAbsence } from './absence-approvals.ts'

/** The absences that the user recorded, where an admin has to approve them; nothing without any. */
export function OwnAbsences() {
  const { data = [] } = useQuery(approvalsOptions)
  const formatDay = useDayFormat()
  const own = data.filter(({ isYours }) => isYours)
  if (own.length === 0) return null
  return (
    <Card className="mt-8 max-w-xl">
      <h2 className="text-xl">Absences you recorded</h2>
      <ul aria-label="Absences you recorded" className="mt-2 grid gap-2">
        {own.map((absence) => (
          <li key={absence._id} className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
            <span>
              {absence.doctor.name}, {describeAbsence(absence, formatDay)}
            </span>
            <strong>{describeState(absence)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function describeState({ state, decidedBy }: AbsenceApproval): string {
  if (state === 'waiting') return 'Applies, waits for approval'
  const by = decidedBy ? ` by ${decidedBy}` : ''
  return state === 'approved' ? `Approved${by}` : `Withdrawn${by}`
}
