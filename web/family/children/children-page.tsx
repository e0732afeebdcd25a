import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FEWEST_TOGETHER } from '#contract/booking/block-size.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
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
import * as words from '#words/en/families/children.ts'
import * as sentences from '#words/en/families/children-sentences.tsx'
import * as frame from '#words/en/frame.ts'
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
        <PageTitle>{frame.myChildren}</PageTitle>
        <div className="flex flex-wrap gap-3">
          {bookable.length >= FEWEST_TOGETHER && (
            <ButtonLink to="/appointment?siblings=" look="secondary">
              {words.bookForSeveral}
            </ButtonLink>
          )}
          {(hasAny || isAdding) && (
            <Button
              ref={addButton}
              look="secondary"
              aria-expanded={isAdding}
              onClick={() => setOpened(isAdding ? null : 'add')}
            >
              {words.addChild}
            </Button>
          )}
          {invitable.length > 0 && (
            <Button
              ref={inviteButton}
              look="secondary"
              aria-expanded={isInviting}
              onClick={() => setOpened(isInviting ? null : 'invite')}
            >
              {words.inviteGuardian}
            </Button>
          )}
        </div>
      </div>
      <Loaded query={query} what={words.yourChildren}>
        {(list) => (
          <div className="grid gap-4">
            {isAdding && <AddChild onDone={close} />}
            {isInviting && (
              <Card>
                <h2 className="mb-6 text-2xl">{words.inviteGuardian}</h2>
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
                title={words.noChildrenYet}
                picture={<img src={picture} alt="" width={200} height={200} className="picture" />}
                action={<Button onClick={() => setOpened('add')}>{words.addChild}</Button>}
              >
                {words.addYourChildren}
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
      toast.success(words.isOnYourList(isolate(added.name)))
      onDone()
      await showChild(queries, email, added)
    },
  })
  return (
    <Card>
      <h2 className="mb-6 text-2xl">{words.addChild}</h2>
      <LazyChildForm
        label={words.addChild}
        submitLabel={words.add}
        saving={adding}
        onCancel={onDone}
      />
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
        <ul aria-label={frame.myChildren} className="grid gap-4">
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
          {words.showAll(current.length)}
        </Button>
      )}
      {archived.length > 0 && (
        <Fold
          title={words.archivedChildren(archived.length)}
          className="leaf bg-base-100 px-6 py-3 shadow-soft"
        >
          <ul aria-label={words.archived} className="grid">
            {archived.map((child) => (
              <li
                key={child._id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-base-300 py-2"
              >
                <p className="min-w-0 wrap-break-word">
                  {sentences.bornOn(
                    <strong>
                      <bdi>{child.name}</bdi>
                    </strong>,
                    formats.day(child.birthDate),
                  )}
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
      toast.success(words.isBackOnYourList(isolate(name)))
      document.getElementById('page')?.focus({ preventScroll: true })
      return showChild(queries, email, saved)
    },
    onError: ({ message }) => toast.error(message),
  })
  return (
    <Button
      look="quiet"
      busy={restoring.isPending}
      aria-label={words.bringBackChild(name)}
      onClick={() => restoring.mutate()}
    >
      {words.bringBack}
    </Button>
  )
}
