import { useQuery } from '@tanstack/react-query'
import { type CheckUpRow, type CheckUps, describeRow } from '#contract/next-visits/check-ups.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { checkUpsOptions, useCounting } from './check-ups-api.ts'
import { CountButton, UndoButton } from './counted-visit.tsx'

interface CheckUpsDialogProps {
  childId: string
  /** The child's name, as staff see it. */
  name: string
  onClose: () => void
}

/** The check-ups of a child by the plan, and the visits that staff can count as one. */
export default function CheckUpsDialog({ childId, name, onClose }: CheckUpsDialogProps) {
  const query = useQuery(checkUpsOptions(childId))
  return (
    <Dialog open title={`Check-ups of ${name}`} onClose={onClose}>
      <Loaded query={query} what="the check-ups" small>
        {(known) =>
          known.isOn ? (
            <ChildCheckUps childId={childId} known={known} />
          ) : (
            <p>The check-up plan is off. An admin switches it on under Care › Check-up plan.</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function ChildCheckUps({ childId, known }: { childId: string; known: CheckUps }) {
  const { rows, uncounted } = known
  const counting = useCounting(childId)
  const formatDay = useDayFormat()
  const next = rows.findIndex(({ state }) => state === 'coming')
  const shown = (next === -1 ? rows : rows.slice(0, next + 1)).toReversed()
  return (
    <>
      <ul className="divide-y divide-base-300">
        {shown.map((row) => (
          <li key={row._id} className="flex flex-wrap items-center gap-x-3 py-2">
            <span className="grow">
              <span className="font-bold first-letter:uppercase">{describeRow(row)}</span>:{' '}
              {describeState(row, formatDay)}
            </span>
            {row.visit?.byStaff && <UndoButton {...{ row, counting }} />}
          </li>
        ))}
      </ul>
      {uncounted.length > 0 && (
        <section aria-labelledby="uncounted-visits">
          <h3 id="uncounted-visits" className="text-lg">
            Visits that are no check-up
          </h3>
          <ul className="divide-y divide-base-300">
            {uncounted.map(({ _id, date, treatment, rows: fitting }) => (
              <li key={_id} className="grid gap-2 py-2">
                <span>
                  {formatDay(date)}, {treatment}
                </span>
                <span className="flex flex-wrap gap-2">
                  {rows
                    .filter((row) => fitting.includes(row._id))
                    .map((row) => (
                      <CountButton
                        key={row._id}
                        {...{ row, visit: _id, counting }}
                        about={`${treatment} on ${formatDay(date)}`}
                      />
                    ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FieldError>{counting.error?.message}</FieldError>
    </>
  )
}

/** 'Tue, Mar 2, Allergy Testing', 'due until Tue, Mar 30'. */
function describeState(
  { state, visit, from, to }: CheckUpRow,
  formatDay: (day: string) => string,
): string {
  if (visit) return `${formatDay(visit.date)}, ${visit.treatment}`
  switch (state) {
    case 'coming':
      return `from ${formatDay(from)}`
    case 'due':
      return `due until ${formatDay(to)}`
    default:
      return 'no visit'
  }
}
