import { useMutation, useQueryClient } from '@tanstack/react-query'
import MailQuestionMark from 'lucide-react/icons/mail-question-mark'
import Smartphone from 'lucide-react/icons/smartphone'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useRef, useState } from 'react'
import { makeAdmin } from '#contract/identity/user-admin-calls.ts'
import type { ListedUser } from '#contract/identity/users.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import type { RunRecent } from '#web/both/sign-in/recent-login.tsx'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { Avatar } from '#web/components/people/avatar.tsx'
import { type Column, RowsOrCards } from '#web/components/table.tsx'
import { EmailText } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ApiError, SHOWS_REFUSAL } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { RoleMenu } from './role-menu.tsx'
import { SecondFactorDialog } from './user-dialog.tsx'
import { USERS_KEY } from './users-api.ts'

interface UsersProps {
  users: readonly ListedUser[]
  onRemove: (user: ListedUser) => void
  onDemote: (user: ListedUser) => void
  runRecent: RunRecent
}

export const ROLES = {
  admin: 'Admin',
  staff: 'Staff',
  doctor: 'Doctor',
  patient: 'Patient',
} as const

export function UsersTable({ users, ...actions }: UsersProps) {
  const columns: readonly Column<ListedUser>[] = [
    {
      title: 'User',
      isRowHeader: true,
      className: 'w-full max-w-0 font-normal',
      cell: (user) => <IdentityLine user={user} />,
    },
    { title: 'Role', cell: ({ role }) => ROLES[role] },
    {
      title: 'Joined',
      className: 'whitespace-nowrap',
      cell: ({ joined }) => <Instant at={joined} as="day" />,
    },
    {
      title: 'Appointments',
      className: 'text-end tabular-nums',
      cell: ({ appointments }) => appointments,
    },
    {
      title: 'Actions',
      className: 'dense-controls whitespace-nowrap',
      cell: (user) => <UserActions user={user} {...actions} />,
    },
  ]
  return (
    <RowsOrCards
      caption="All users"
      columns={columns}
      rows={users}
      keyOf={({ _id }) => _id}
      card={(user) => <UserCard user={user} {...actions} />}
      // Next to the sidebar, five columns need more space than a tablet has.
      from="xl"
      dense
      rowClass={() => 'text-sm'}
      cellClass="px-3"
      listClass="grid gap-4 md:grid-cols-2"
      cardClass="leaf grid gap-4 bg-base-100 p-5 shadow-soft"
    />
  )
}

function UserCard({ user, ...actions }: UserActionsProps) {
  return (
    <>
      <Identity user={user} />
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Fact term="Role">{ROLES[user.role]}</Fact>
        <Fact term="Joined">
          <Instant at={user.joined} as="day" />
        </Fact>
        <Fact term="Appointments">{user.appointments}</Fact>
      </dl>
      <UserActions user={user} {...actions} />
    </>
  )
}

/** Name and email on one line; the tooltip has what is cut off. */
function IdentityLine({ user }: { user: ListedUser }) {
  return (
    <div className="flex items-center gap-2" title={`${user.name}, ${user.email}`}>
      <Avatar photo={user.photo} size={22} />
      <span className="max-w-1/2 shrink-0 truncate font-extrabold">
        <bdi>{user.name}</bdi>
        <YouMark user={user} />
      </span>
      <span className="truncate text-muted">{user.email}</span>
      {!user.emailVerified && (
        <span title="Email not confirmed" className="shrink-0">
          <MailQuestionMark aria-hidden="true" size={16} />
          <span className="sr-only">Email not confirmed</span>
        </span>
      )}
    </div>
  )
}

function YouMark({ user }: { user: ListedUser }) {
  const isSelf = useUser().email === user.email
  return isSelf ? <span className="font-normal text-muted"> (you)</span> : null
}

function Identity({ user }: { user: ListedUser }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar photo={user.photo} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-extrabold">
          <bdi>{user.name}</bdi>
          <YouMark user={user} />
        </p>
        <p className="text-sm text-muted">
          <EmailText email={user.email} />
        </p>
        {!user.emailVerified && <p className="text-sm text-muted">Email not confirmed</p>}
      </div>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}

interface UserActionsProps extends Omit<UsersProps, 'users'> {
  user: ListedUser
}

/** 'Make Admin' (asks first; a disabled label for admins), the other roles, two-step verification, removal. */
function UserActions({ user, onRemove, onDemote, runRecent }: UserActionsProps) {
  const queries = useQueryClient()
  const frame = useRef<HTMLFieldSetElement>(null)
  const [asking, setAsking] = useState(false)
  const [resetting, setResetting] = useState(false)
  const isSelf = useUser().email === user.email
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const promotion = useMutation({
    mutationFn: () => runRecent(() => send(makeAdmin, { params: { email: user.email } })),
    meta: SHOWS_REFUSAL,
    onSuccess: async () => {
      toast.success('Successfully made an admin')
      setAsking(false)
      await refreshList()
      // A disabled button cannot keep the focus.
      if (frame.current?.contains(document.activeElement)) frame.current.focus()
    },
    onError: (error) => {
      // One text for every failure: docs/requirements.md#fixed-texts.
      toast.error('Failed to make an Admin')
      setAsking(false)
      // Nothing has changed then.
      if (!(error instanceof ApiError && error.status === 403)) void refreshList()
    },
  })
  const isAdmin = user.role === 'admin'

  return (
    <fieldset
      aria-label={`Actions for ${user.name}`}
      ref={frame}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-1 xl:flex-nowrap"
    >
      <Button
        look="secondary"
        disabled={isAdmin || !user.emailVerified}
        title={isAdmin || user.emailVerified ? undefined : 'This email isn’t confirmed yet'}
        aria-label={isAdmin ? undefined : `Make Admin: ${user.name}`}
        onClick={() => setAsking(true)}
        className="grow px-4 whitespace-nowrap"
      >
        {isAdmin ? 'Admin' : 'Make Admin'}
      </Button>
      <RoleMenu user={user} onDemote={onDemote} runRecent={runRecent} />
      {user.twoStep && !isSelf && (
        <IconButton
          label={`Turn off two-step verification: ${user.name}`}
          Icon={Smartphone}
          size={20}
          onClick={() => setResetting(true)}
        />
      )}
      <IconButton
        label={`Remove ${user.name}`}
        Icon={Trash2}
        size={20}
        onClick={() => onRemove(user)}
        className="text-error"
      />
      <ConfirmDialog
        open={asking}
        question={`Make ${user.name} an admin?`}
        detail={`${user.email} will be able to manage users and doctors and to read the audit log.`}
        confirmLabel="Make Admin"
        look="primary"
        busy={promotion.isPending}
        onConfirm={() => promotion.mutate()}
        onCancel={() => setAsking(false)}
      />
      {resetting && (
        <SecondFactorDialog
          user={user}
          runRecent={runRecent}
          onDone={() => {
            setResetting(false)
            // The button that opened it disappears with the reloaded list.
            frame.current?.focus()
          }}
          onCancel={() => setResetting(false)}
        />
      )}
    </fieldset>
  )
}
