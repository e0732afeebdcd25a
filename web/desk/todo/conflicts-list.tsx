import { useQuery } from '@tanstack/react-query'
import { parseSlotStart } from '#contract/booking/slots.ts'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { describeReason } from '#web/desk/tasks/conflict-reasons.ts'
import { conflictsOptions } from '#web/desk/tasks/conflicts-api.ts'
import { TodoEntry } from './todo-entry.tsx'

/** Appointments that do not fit the schedule: staff call, move or cancel; admins may keep them. */
export function ConflictsList() {
  const query = useQuery(conflictsOptions)
  const { identify } = usePatientTexts()
  if (query.isPending) return <ListSkeleton label="Loading appointments" />
  if (!query.data) return <LoadError title="We couldn’t load the appointments" query={query} />
  if (query.data.length === 0) return <EmptyState title="All appointments fit the schedule" />
  return (
    <>
      <p className="mt-2 text-muted">
        The hours, closures, doctors or treatments have changed since these were booked. An admin
        can keep them on the schedule page.
      </p>
      <DividedList aria-label="No longer fit">
        {query.data.map((conflict) => (
          <li key={conflict._id}>
            <TodoEntry
              canChange
              entry={{
                ...conflict,
                patients: [conflict],
                when: { date: conflict.date, startMinute: parseSlotStart(conflict.slot) },
              }}
              facts={
                <p className="text-sm font-bold">
                  {conflict.reasons.map(describeReason).join(', ')}
                </p>
              }
            >
              <ListedClaim list="conflicts" id={conflict._id} name={identify(conflict)} />
            </TodoEntry>
          </li>
        ))}
      </DividedList>
    </>
  )
}
