import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FEWEST_TOGETHER } from '#contract/booking/block-size.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { bookableChildren, type Child, type ChildList } from '#contract/guardians/children.ts'
import { isolate } from '#contract/names.ts'
import { inOrder, isUpcoming } from '#web/both/appointments/appointment-order.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import {
  addChild,
  changeChild,
  childrenOptions,
  showChild,
} from '#web/both/children/children-api.ts'
import { LazyChildForm } from '#web/both/children/lazy-child-form.tsx'
import { useUser } from '#web/both/session/auth-context.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import picture from '#web/illustrations/treatment-newborn.svg'
import { ChildCard, type Visit } from './child-card.tsx'

const inviteForm = componentChunk(() => import('./guardians/invite-form.tsx'))

/** The children that the user books for. */
export default function ChildrenPage() {
  const { email } = useUser()
  const query = useQuery(childrenOptions(email))
  const [opened, setOpened] = useState<'add' | 'invite' | null>(null)
  const isAdding = opened === 'add'
  const isInviting = opened === 'invite'
  const addButton = useRef<HTMLButtonElement>(null)
  const inviteButton = useRef<HTMLButtonElement>(null)
  const hasAny = query.data !== undefined && query.data.children.length > 0
  const invitable = query.data ? invitableChildren(query.data) : []
  const bookable = query.data ? bookableChildren(query.data) : []

  function close() {
    setOpened(null)
    const button = isInviting ? inviteButton : addButton
    button.current?.focus()
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>My Children</PageTitle>
        <div className="flex flex-wrap gap-3">
          {bookable.length >= FEWEST_TOGETHER && (
            <ButtonLink to="/appointment?siblings=" look="secondary">
              Book for several children
            </ButtonLink>
          )}
          {(hasAny || isAdding) && (
            <Button
              ref={addButton}
              look="secondary"
              aria-expanded={isAdding}
              onClick={() => setOpened(isAdding ? null : 'add')}
            >
              Add a child
            </Button>
          )}
          {invitable.length > 0 && (
            <Button
              ref={inviteButton}
              look="secondary"
              aria-expanded={isInviting}
              onClick={() => setOpened(isInviting ? null : 'invite')}
            >
              Invite a guardian
            </Button>
          )}
        </div>
      </div>
      <Loaded query={query} what="your children">
        {(list) => (
          <div className="grid gap-4">
            {isAdding && <AddChild onDone={close} />}
            {isInviting && (
              <Card>
                <h2 className="mb-6 text-2xl">Invite a guardian</h2>
                <LazyComponent
                  chunk={inviteForm}
                  props={{ invitable, onDone: close }}
                  waiting={<FormSpinner />}
                />
              </Card>
            )}
            {hasAny || isAdding ? (
              <Children {...list} />
            ) : (
              <EmptyState
                title="No children yet"
                picture={<img src={picture} alt="" width={200} height={200} className="picture" />}
                action={<Button onClick={() => setOpened('add')}>Add a child</Button>}
              >
                Add your children to book for each of them. Without any, appointments are in your
                own name.
              </EmptyState>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Owners may invite guardians for their children under 18 who are not archived. */
function invitableChildren({ children, today }: ChildList): Child[] {
  return children.filter(
    ({ isOwner, archived, birthDate }) => isOwner && !archived && !isAdultOn(birthDate, today),
  )
}

function AddChild({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const { email } = useUser()
  const adding = useMutation({
    mutationFn: addChild,
    onSuccess: async (added) => {
      toast.success(`${isolate(added.name)} is on your list`)
      onDone()
      await showChild(queries, email, added)
    },
  })
  return (
    <Card>
      <h2 className="mb-6 text-2xl">Add a child</h2>
      <LazyChildForm label="Add a child" submitLabel="Add" saving={adding} onCancel={onDone} />
    </Card>
  )
}

/** Children that are shown at once. */
const SHOWN = 6

function Children({ children, today }: ChildList) {
  const nextOf = useNextVisits(today)
  const [showsAll, setShowsAll] = useState(false)
  const current = children.filter(({ archived }) => !archived)
  const bookable = bookableChildren({ children, today })
  const first = bookable.find((child) => !nextOf(child)) ?? bookable[0]
  const shown = showsAll ? current : current.slice(0, SHOWN)
  const archived = children.filter((child) => child.archived)
  return (
    <>
      {current.length > 0 && (
        <ul aria-label="My Children" className="grid gap-4">
          {shown.map((child) => (
            <li key={child._id}>
              <ChildCard
                child={child}
                today={today}
                next={nextOf(child)}
                isMain={child === first}
              />
            </li>
          ))}
        </ul>
      )}
      {shown.length < current.length && (
        <Button look="secondary" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {current.length} children
        </Button>
      )}
      {archived.length > 0 && (
        <Fold
          title={`Archived (${archived.length})`}
          className="leaf bg-base-100 px-6 py-3 shadow-soft"
        >
          <ul aria-label="Archived" className="grid">
            {archived.map((child) => (
              <li
                key={child._id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-base-300 py-2"
              >
                <p className="min-w-0 wrap-break-word">
                  <strong>
                    <bdi>{child.name}</bdi>
                  </strong>
                  , born {formatWireDate(child.birthDate)}
                </p>
                {child.isOwner && <BringBack child={child} />}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}

/** The next appointment of a child, booked by any guardian; undefined until they are known. */
function useNextVisits(today: IsoDate): (child: Child) => Visit | undefined {
  const { email } = useUser()
  const { data } = useQuery(appointmentsOptions(email))
  const sharedCount = data?.shared ?? 0
  const shared = useQuery({ ...sharedAppointmentsOptions(email), enabled: sharedCount > 0 })
  const visits = inOrder<Visit>([...(data?.own ?? []), ...(shared.data ?? [])], today)
  return ({ _id }) => visits.find((visit) => visit.child?._id === _id && isUpcoming(visit, today))
}

function BringBack({ child: { _id, name, birthDate } }: { child: Child }) {
  const queries = useQueryClient()
  const { email } = useUser()
  const restoring = useMutation({
    mutationFn: () => changeChild({ _id, name, birthDate, archived: false }),
    onSuccess: (saved) => {
      toast.success(`${isolate(name)} is back on your list`)
      document.getElementById('page')?.focus({ preventScroll: true })
      return showChild(queries, email, saved)
    },
    onError: ({ message }) => toast.error(message),
  })
  return (
    <Button
      look="quiet"
      busy={restoring.isPending}
      aria-label={`Bring back ${name}`}
      onClick={() => restoring.mutate()}
    >
      Bring back
    </Button>
  )
}
