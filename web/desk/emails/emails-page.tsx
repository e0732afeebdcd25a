import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count } from '#contract/count.ts'
import { accountEmail } from '#contract/identity/users.ts'
import {
  type DropReason,
  type ListedNotification,
  NOTIFICATION_STATES,
  type NotificationState,
  notificationKinds,
  type UnreachableUser,
} from '#contract/notifications/notifications.ts'
import * as calls from '#contract/notifications/notifications-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/forms/fields.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { EmailText } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { send } from '#web/lib/api/send.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'

const STATES: Record<NotificationState, string> = {
  due: 'Not sent yet',
  sending: 'Sending',
  sent: 'Sent',
  dropped: 'Not sent',
  bounced: 'Bounced',
  failed: 'Failed',
}

const REASONS: Record<DropReason, string> = {
  account_removed: 'the account was removed',
  unverified: 'the address isn’t confirmed',
  unreachable: 'emails to this address come back',
  switched_off: 'reminders are off',
  superseded: 'something changed before it was sent',
  cancelled: 'the appointment was canceled',
  started: 'the appointment had started',
  nothing_left: 'there was no appointment to remind of',
  expired: 'it was too late to be useful',
  not_guardian: 'emails about the child no longer go to this guardian',
}

/** Query key prefix of all lists of emails. */
const NOTIFICATIONS_KEY = ['notifications']

/** The emails to families, for staff: what was sent, what was not and why. */
export default function EmailsPage() {
  const { filter, change, replace, showAll } = useFilterAddress(readFilter)
  const isEmail = filter.person === '' || accountEmail.safeParse(filter.person).success
  return (
    <>
      <PageTitle>Emails</PageTitle>
      <Unreachable />
      <div className="mt-6 mb-6 grid items-end gap-4 sm:grid-cols-2">
        <SelectField
          label="State"
          value={filter.state}
          onChange={({ target }) => change({ state: stateOf(target.value) })}
          options={[
            { value: '', label: 'All emails' },
            ...NOTIFICATION_STATES.map((state) => ({ value: state, label: STATES[state] })),
          ]}
        />
        <SearchField
          label="Family’s email (exact)"
          value={filter.person}
          onSearch={(person) => replace({ person })}
        />
      </div>
      {filter.appointment && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          Only emails about one appointment.
          <Button look="quiet" onClick={showAll}>
            Show all emails
          </Button>
        </p>
      )}
      {isEmail ? <FoundEmails /> : <NothingFound />}
    </>
  )
}

/** Families that staff have to call; nothing without any. */
function Unreachable() {
  const list = useQuery({
    queryKey: [...NOTIFICATIONS_KEY, 'unreachable'],
    queryFn: ({ signal }) => send(calls.listUnreachable, { signal }),
    staleTime: 0,
  })
  if (list.isError && !list.data) {
    return <LoadError title="We couldn’t load who can’t be reached" query={list} />
  }
  if (!list.data || list.data.length === 0) return null
  return (
    <section className="mt-6 rounded-2xl bg-honey p-5" aria-labelledby="unreachable">
      <h2 id="unreachable" className="text-xl">
        Not reachable by email
      </h2>
      <p className="mt-1">
        Emails to these families bounced. Please call them, and ask whether the address is right.
      </p>
      <ul className="mt-3 grid gap-3">
        {list.data.map((user) => (
          <UnreachableRow key={user._id} user={user} />
        ))}
      </ul>
    </section>
  )
}

function UnreachableRow({ user }: { user: UnreachableUser }) {
  const { _id: id, name, email, phone, since } = user
  const queries = useQueryClient()
  const clear = useMutation({
    mutationFn: () => send(calls.clearUnreachable, { params: { id }, body: { email } }),
    onSuccess: () => toast.success(`Emails to ${name} are sent again`),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  })
  return (
    <li className="min-w-0 [overflow-wrap:anywhere]">
      <p>
        <bdi className="font-extrabold">{name}</bdi>{' '}
        {phone === null ? 'no phone number' : <PhoneLink of={user} className="font-bold" />}
      </p>
      <p className="text-sm">
        <EmailText email={email} />, since <Instant at={since} as="day" />
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <ListedClaim list="unreachable" id={id} name={name} />
        <Button
          look="secondary"
          busy={clear.isPending}
          aria-label={`The address works again: ${name}`}
          onClick={() => clear.mutate()}
          className="px-4"
        >
          The address works again
        </Button>
      </div>
    </li>
  )
}

function FoundEmails() {
  const { filter } = useFilterAddress(readFilter)
  const list = useInfiniteQuery(pagedListOptions(calls.listNotifications, filter))

  if (list.isPending) return <ListSkeleton label="Loading emails" />
  if (!list.data) return <LoadError title="We couldn’t load the emails" query={list} />
  const emails = list.data.pages.flatMap((page) => page.notifications)
  if (emails.length === 0) return <NothingFound />
  return (
    <>
      <DividedList isOrdered aria-label="Emails" aria-busy={list.isPlaceholderData}>
        {emails.map((email) => (
          <Email key={email._id} email={email} />
        ))}
      </DividedList>
      <LoadMore list={list}>Show older emails</LoadMore>
    </>
  )
}

function NothingFound() {
  const { filter, showAll } = useFilterAddress(readFilter)
  if (Object.values(filter).every((value) => value === '')) {
    return (
      <EmptyState title="No emails yet">
        Emails to families are listed here once someone books.
      </EmptyState>
    )
  }
  const action = (
    <Button look="secondary" onClick={showAll}>
      Clear filters
    </Button>
  )
  return (
    <EmptyState title="No emails found" action={action}>
      No email matches these filters.
    </EmptyState>
  )
}

function Email({ email }: { email: ListedNotification }) {
  const { kind, recipient, about, canResend } = email
  const { label } = notificationKinds[kind]
  const name = recipient?.name ?? recipient?.email ?? 'a removed account'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <p>
          <span className="font-extrabold">{label}</span> to <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {recipient?.name && (
            <>
              <EmailText email={recipient.email} />
              {about && ', '}
            </>
          )}
          {about}
        </p>
        <p className="text-sm text-muted">
          <State email={email} />
        </p>
      </div>
      {canResend && <ResendButton id={email._id} label={`${label} to ${name}`} />}
    </li>
  )
}

function State({ email }: { email: ListedNotification }): ReactNode {
  const { state, sentAt, dueAt, attempts, dropReason, problem } = email
  const tries = count(attempts, 'attempt')
  switch (state) {
    case 'sent':
      return (
        <>
          {STATES.sent} <Instant at={sentAt ?? dueAt} as="exact" />
        </>
      )
    case 'due':
      return (
        <>
          {STATES.due}: due <Instant at={dueAt} as="exact" />
          {problem && ` (${tries}; ${problem})`}
        </>
      )
    case 'dropped':
      return `${STATES.dropped}${dropReason ? `: ${REASONS[dropReason]}` : ''}`
    case 'sending':
      return STATES.sending
    case 'bounced':
    case 'failed':
      return `${STATES[state]}${problem ? `: ${problem}` : ''} (${tries})`
  }
}

function ResendButton({ id, label }: { id: string; label: string }) {
  const queries = useQueryClient()
  const resending = useMutation({
    mutationFn: () => send(calls.resendNotification, { params: { id } }),
    onSuccess: () => toast.success('The email will be sent again'),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  })
  return (
    <Button
      look="quiet"
      busy={resending.isPending}
      aria-label={`Resend: ${label}`}
      onClick={() => resending.mutate()}
    >
      Resend
    </Button>
  )
}

const readFilter = (parameter: (name: string) => string) => ({
  state: stateOf(parameter('state')),
  person: parameter('person'),
  appointment: parameter('appointment'),
})

function stateOf(text: string): NotificationState | '' {
  return NOTIFICATION_STATES.find((state) => state === text) ?? ''
}
