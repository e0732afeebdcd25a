import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '#contract/count.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { CallReason, DueChild, DueVisits } from '#contract/next-visits/check-up-plan.ts'
import { listDueVisits, sendDueVisits } from '#contract/next-visits/check-up-plan-calls.ts'
import { countChildren } from '#contract/next-visits/count-children.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckboxField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

const letters = componentChunk(() => import('./due-letters.tsx'))

const WHY_CALL: Record<CallReason, string> = {
  custody: 'There is an alert about custody.',
  stopped: 'The family has stopped emails about this child’s visits.',
  unreached: 'No email about this child reaches the family.',
}

/** Children who have a visit of the check-up plan due: docs/requirements.md#check-ups-to-email. */
export function DueVisitsList() {
  const query = useQuery({
    queryKey: [...TODO_KEY, 'plan'],
    queryFn: ({ signal }) => send(listDueVisits, { signal }),
    staleTime: 0,
  })
  return (
    <Loaded query={query} what="the check-ups">
      {(due) => <Batch due={due} />}
    </Loaded>
  )
}

function Batch({ due: { isOn, children } }: { due: DueVisits }) {
  const queries = useQueryClient()
  const formatDay = useDayFormat()
  /** Children that are left out. */
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const emailed = children.filter(({ call }) => call === null)
  const chosen = emailed.flatMap(({ _id }) => (without.has(_id) ? [] : _id))
  const sending = useMutation({
    mutationFn: () => send(sendDueVisits, { body: { children: chosen } }),
    onSuccess: (sent) => {
      const asked = countChildren(sent.children)
      toast.success(`${count(sent.emails, 'email')} about ${asked}: sent at 10:00 AM`)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: TODO_KEY }),
  })
  if (!isOn) {
    return (
      <EmptyState title="The check-up plan is off">
        An admin can switch it on under Care.
      </EmptyState>
    )
  }
  if (children.length === 0) return <EmptyState title="No check-ups are due" />
  const called = children.filter(({ call }) => call !== null)
  return (
    <>
      {emailed.length > 0 && (
        <>
          <p className="mt-2 text-muted">
            Each family gets one email about all of its children who have a visit due, and is asked
            again after one and two weeks.
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button
              busy={sending.isPending}
              disabled={chosen.length === 0}
              onClick={() => sending.mutate()}
            >
              Send emails about {countChildren(chosen.length)}
            </Button>
            <Button
              look="quiet"
              disabled={sending.isPending}
              onClick={() =>
                setWithout(new Set(chosen.length > 0 ? emailed.map(({ _id }) => _id) : []))
              }
            >
              {chosen.length > 0 ? 'Leave all out' : 'Choose all'}
            </Button>
          </div>
          {sending.error && <FormAlert>{sending.error.message}</FormAlert>}
          <Card className="mt-4">
            <ul
              aria-label="To email"
              className="grid gap-x-6 gap-y-2 sm:grid-cols-2 2xl:grid-cols-3"
            >
              {emailed.map((child) => (
                <li key={child._id}>
                  <CheckboxField
                    label={nameOf(child)}
                    hint={`Until ${formatDay(child.to)}`}
                    checked={!without.has(child._id)}
                    onChange={({ target }) => {
                      const next = new Set(without)
                      if (target.checked) next.delete(child._id)
                      else next.add(child._id)
                      setWithout(next)
                    }}
                  />
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
      {called.length > 0 && (
        <section aria-labelledby="due-calls" className="mt-6">
          <h3 id="due-calls" className="text-xl">
            To call
          </h3>
          <UnreachedLetters unreached={called.filter(({ call }) => call === 'unreached')} />
          <DividedList aria-labelledby="due-calls">
            {called.map((child) => (
              <li key={child._id} className="py-3">
                <FamilyLink
                  family={child.family}
                  className="inline-flex min-h-11 max-w-full items-center font-bold wrap-anywhere underline underline-offset-4"
                >
                  {nameOf(child)}
                </FamilyLink>
                <p>
                  {child.call && WHY_CALL[child.call]} Until {formatDay(child.to)}.
                </p>
              </li>
            ))}
          </DividedList>
        </section>
      )}
    </>
  )
}

/** Letters for families that no email reaches; where custody has an alert or emails were stopped, staff call. */
function UnreachedLetters({ unreached }: { unreached: readonly DueChild[] }) {
  const [isPrinting, setPrinting] = useState(false)
  if (unreached.length === 0) return null
  return isPrinting ? (
    <div className="mt-3">
      <LazyComponent
        chunk={letters}
        props={{ due: unreached, onDone: () => setPrinting(false) }}
        waiting={null}
      />
    </div>
  ) : (
    <p className="mt-3">
      <Button look="secondary" onClick={() => setPrinting(true)}>
        Print {count(unreached.length, 'letter')}
      </Button>
    </p>
  )
}

const nameOf = ({ name, birthDate }: DueChild) => `${name}, born ${formatWireDate(birthDate)}`
