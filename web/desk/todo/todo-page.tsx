import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { TodoCounts } from '#contract/front-desk/todo.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { todoCountOptions } from '#web/desk/tasks/todo-counts.ts'
import { AbsencesToApprove } from './absences-to-approve.tsx'
import { CallsList } from './calls-list.tsx'
import { ConflictsList } from './conflicts-list.tsx'
import { DueCallsList } from './due-calls-list.tsx'
import { DueVisitsList } from './due-visits-list.tsx'
import { MessagesList } from './messages-list.tsx'
import { OutdatedInvitations } from './outdated-invitations.tsx'
import { OwingList } from './owing-list.tsx'
import { SetupChecklist } from './setup-checklist.tsx'

// For admins only, and with the schemas of all settings.
const holidayBanner = componentChunk(() => import('#web/desk/schedule/closures/holiday-banner.tsx'))

/** A list whose entries are counted, or that of check-ups, which are a proposal. */
type ListKey = keyof TodoCounts | 'plan'

/** The lists of this page, and those on pages of their own. */
const LISTS: readonly { key: ListKey; label: string; page?: string }[] = [
  { key: 'calls', label: 'To call' },
  { key: 'due', label: 'Call to book' },
  { key: 'owing', label: 'Owing' },
  { key: 'conflicts', label: 'No longer fit' },
  { key: 'settle', label: 'To settle', page: '/dashboard/agenda?view=settle' },
  { key: 'handBack', label: 'To hand back', page: '/dashboard/refunds' },
  { key: 'messages', label: 'Messages' },
  { key: 'plan', label: 'Check-ups to email' },
  { key: 'unreachable', label: 'Emails unreachable', page: '/dashboard/emails' },
  { key: 'payments', label: 'Payments to check', page: '/dashboard/payments' },
  { key: 'absences', label: 'To approve' },
]

/** Lists for admins; staff get no count of them. */
const ADMIN_LISTS: readonly ListKey[] = ['payments', 'absences']

const SHOWN: Partial<Record<ListKey, () => ReactNode>> = {
  calls: CallsList,
  due: DueCallsList,
  owing: OwingList,
  conflicts: ConflictsList,
  messages: MessagesList,
  plan: DueVisitsList,
  absences: AbsencesToApprove,
}

/** Everything that waits for the front desk: docs/requirements.md#to-do. */
export default function TodoPage() {
  const query = useQuery(todoCountOptions)
  const [address] = useSearchParams()
  const chosen = LISTS.find(({ key }) => key in SHOWN && key === address.get('list')) ?? LISTS[0]
  const List = chosen && SHOWN[chosen.key]
  const counts = query.data
  const countOf = (key: ListKey) => (key === 'plan' ? undefined : counts?.[key])
  return (
    <>
      <PageTitle>To do</PageTitle>
      {counts?.payments !== undefined && (
        <>
          <SetupChecklist />
          <LazyComponent chunk={holidayBanner} waiting={null} />
        </>
      )}
      {counts && <OutdatedInvitations invitations={counts.invitations} />}
      {query.isLoadingError && <LoadError title="We couldn’t count the tasks" query={query} />}
      <nav aria-label="Lists" className="mt-4 flex flex-wrap gap-1">
        {LISTS.filter(({ key }) => !ADMIN_LISTS.includes(key) || countOf(key) !== undefined).map(
          ({ key, label, page }) => (
            <Link
              key={key}
              to={page ?? `?list=${key}`}
              aria-current={key === chosen?.key ? 'page' : undefined}
              className="flex min-h-11 items-center gap-2 rounded-full px-4 font-bold hover:bg-leaf aria-[current]:bg-leaf aria-[current]:text-primary"
            >
              {label}
              {countOf(key) !== undefined && (
                <span
                  className={
                    countOf(key) ? 'rounded-full bg-honey px-2 text-base-content' : 'text-muted'
                  }
                >
                  {countOf(key)}
                </span>
              )}
            </Link>
          ),
        )}
      </nav>
      {List && (
        <section aria-label={chosen.label} className="mt-4">
          <h2 className="text-2xl">{chosen.label}</h2>
          <List />
        </section>
      )}
    </>
  )
}
