import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import type { Child } from '#contract/guardians/children.ts'
import type {
  Guardian,
  GuardianChange,
  GuardianList,
  SentInvitation,
} from '#contract/guardians/guardians.ts'
import {
  changeGuardian,
  removeGuardian,
  withdrawInvitation,
} from '#contract/guardians/guardians-calls.ts'
import { isolate, joinNames } from '#contract/names.ts'
import { describeGuardian, describeRights } from '#web/both/children/rights.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { CheckboxField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmailText } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { guardiansOptions } from '#web/family/guardians/guardians-api.ts'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/families/guardians.ts'
import * as sentences from '#words/en/families/guardians-sentences.tsx'
import * as frame from '#words/en/frame.ts'
import { RightsFields } from './rights-fields.tsx'

/** The guardians of a child, their rights, and open invitations. */
export default function GuardiansSection({ child }: { child: Child }) {
  const query = useQuery(guardiansOptions(child._id))
  return (
    <Loaded query={query} what={words.guardiansOf(isolate(child.name))} small>
      {(list) => <Guardians child={child} {...list} />}
    </Loaded>
  )
}

/** Refetches all data that depends on the guardians of a child. */
function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      ['guardians', 'children', 'appointments'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
}

function Guardians({ child, guardians, invitations }: GuardianList & { child: Child }) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const owners = guardians.filter(({ isOwner }) => isOwner)
  const isOnlyOwner = child.isOwner && owners.length === 1 && guardians.length > 1
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} ref={title} tabIndex={-1} className="text-lg">
        {sentences.guardiansOf(<bdi>{child.name}</bdi>)}
      </h3>
      {!child.mayBook && (
        <p>
          {sentences.askOwners(<bdi>{child.name}</bdi>, joinNames(owners.map(({ name }) => name)))}
        </p>
      )}
      <ul className="grid divide-y divide-base-300">
        {guardians.map((guardian) => (
          <li key={guardian._id} className="py-3">
            <GuardianRow
              child={child}
              guardian={guardian}
              canLeave={guardians.length > 1 && !isOnlyOwner}
              title={title}
            />
          </li>
        ))}
        {invitations.map((invitation) => (
          <li key={invitation._id} className="py-3">
            <InvitationRow invitation={invitation} title={title} />
          </li>
        ))}
      </ul>
      {isOnlyOwner && <p className="text-sm text-muted">{words.toLeave}</p>}
    </section>
  )
}

interface RowProps {
  child: Child
  /** Takes the focus when the row is gone. */
  title: RefObject<HTMLHeadingElement | null>
}

const ROW = 'flex flex-wrap items-start justify-between gap-x-4 gap-y-2'

interface GuardianRowProps extends RowProps {
  guardian: Guardian
  /** The user is not the only owner, or the only guardian. */
  canLeave: boolean
}

function GuardianRow({ child, guardian, canLeave, title }: GuardianRowProps) {
  const { name, email, isYou } = guardian
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)

  function close() {
    setEditing(false)
    editButton.current?.focus()
  }

  return (
    <>
      <div className={ROW}>
        <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
          <p className="font-bold">
            {isYou ? sentences.you(<bdi>{name}</bdi>) : <bdi>{name}</bdi>}
          </p>
          {email && !isYou && (
            <p className="text-sm">
              <EmailText email={email} />
            </p>
          )}
          <p className="text-sm text-muted">{describeGuardian(guardian)}.</p>
        </div>
        <div className="-mx-6 flex flex-wrap empty:hidden">
          {child.isOwner && (
            <Button
              ref={editButton}
              look="quiet"
              aria-expanded={isEditing}
              aria-label={
                isYou ? words.changeYourRights(child.name) : words.changeRightsOf(name, child.name)
              }
              onClick={() => setEditing(!isEditing)}
            >
              {words.change}
            </Button>
          )}
          {(isYou ? canLeave : child.isOwner) && (
            <Remove child={child} guardian={guardian} title={title} />
          )}
        </div>
      </div>
      {isEditing && <RightsForm child={child} guardian={guardian} onDone={close} />}
    </>
  )
}

interface RightsFormProps {
  child: Child
  guardian: Guardian
  onDone: () => void
}

function RightsForm({ child, guardian, onDone }: RightsFormProps) {
  const { _id: uid, name, isYou } = guardian
  const refresh = useRefresh()
  const [wanted, setWanted] = useState<GuardianChange>({
    isOwner: guardian.isOwner,
    mayBook: guardian.mayBook,
    mayPay: guardian.mayPay,
    receivesEmail: guardian.receivesEmail,
  })
  const saving = useMutation({
    mutationFn: () => send(changeGuardian, { params: { id: child._id, uid }, body: wanted }),
    onSuccess: () => {
      toast.success(isYou ? words.yourRightsAreSaved : words.rightsAreSaved(isolate(name)))
      onDone()
      return refresh()
    },
  })
  // Owners always may: docs/requirements.md#guardians.
  const isGiven = (right: string) => wanted.isOwner && right !== 'receivesEmail'
  return (
    <form
      aria-label={isYou ? words.yourRights : words.rightsOf(name)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate()
      }}
      className="mt-3 grid gap-4 rounded-2xl bg-base-200 p-5"
    >
      {saving.isError && <FormAlert>{saving.error.message}</FormAlert>}
      <CheckboxField
        autoFocus
        label={words.owner}
        hint={words.ownerHint(isolate(child.name))}
        checked={wanted.isOwner}
        onChange={({ target }) => setWanted({ ...wanted, isOwner: target.checked })}
      />
      <RightsFields
        field={(right) => ({
          checked: isGiven(right) || wanted[right],
          disabled: isGiven(right),
          onChange: ({ target }) => setWanted({ ...wanted, [right]: target.checked }),
        })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {frame.save}
        </Button>
        <Button look="quiet" disabled={saving.isPending} onClick={onDone}>
          {frame.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Ends a guardian’s access, the user’s own or another’s, after a question. */
function Remove({ child, guardian, title }: RowProps & { guardian: Guardian }) {
  const { _id: uid, name, isYou } = guardian
  const refresh = useRefresh()
  const [isAsking, setAsking] = useState(false)
  const removing = useMutation({
    mutationFn: () => send(removeGuardian, { params: { id: child._id, uid } }),
    onSuccess: async () => {
      toast.success(
        isYou
          ? words.youNoLongerLookAfter(isolate(child.name))
          : words.noLongerLooksAfter(isolate(name), isolate(child.name)),
      )
      setAsking(false)
      await refresh()
      // The child of a user who leaves is gone, too.
      const place = isYou ? document.getElementById('page') : title.current
      place?.focus({ preventScroll: true })
    },
  })
  const label = isYou ? words.leave : frame.remove
  return (
    <>
      <Button
        look="quiet"
        aria-label={isYou ? words.leaveChild(child.name) : words.removeFrom(name, child.name)}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={
          isYou ? words.leaveGuardiansOf(isolate(child.name)) : words.removeGuardian(isolate(name))
        }
        detail={describeLoss(child, guardian)}
        confirmLabel={label}
        error={removing.error?.message}
        busy={removing.isPending}
        onConfirm={() => removing.mutate()}
        onCancel={() => {
          setAsking(false)
          removing.reset()
        }}
      />
    </>
  )
}

function describeLoss(child: Child, { name, isYou }: Guardian): string {
  return isYou
    ? words.ifYouLeave(isolate(child.name))
    : words.ifRemoved(isolate(name), isolate(child.name))
}

function InvitationRow({
  invitation,
  title,
}: Pick<RowProps, 'title'> & { invitation: SentInvitation }) {
  const { _id, email, state, until } = invitation
  const refresh = useRefresh()
  const withdrawing = useMutation({
    mutationFn: () => send(withdrawInvitation, { params: { id: _id } }),
    onSuccess: async () => {
      toast.success(words.invitationIsWithdrawn(email))
      await refresh()
      title.current?.focus()
    },
    onError: ({ message }) => toast.error(message),
  })
  const say = state === 'expired' ? sentences.expiredOn : sentences.invitedUntil
  return (
    <div className={ROW}>
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-bold">
          <EmailText email={email} />
        </p>
        <p className="text-sm text-muted">
          {say(<Instant at={until} as="weekday" />, describeRights(invitation))}
        </p>
      </div>
      <Button
        look="quiet"
        className="-mx-6"
        busy={withdrawing.isPending}
        aria-label={words.withdrawInvitation(email)}
        onClick={() => withdrawing.mutate()}
      >
        {words.withdraw}
      </Button>
    </div>
  )
}
