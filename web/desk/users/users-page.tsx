import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { count } from '#contract/count.ts'
import {
  CLINIC_ROLES,
  HIGHEST_PAGE,
  type ListedUser,
  type RoleFilter,
  roleFilter,
  USER_PAGE_SIZE,
} from '#contract/identity/users.ts'
import { ADD_DOCTOR_LINK } from '#web/both/session/admin-links.ts'
import { useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { SelectField } from '#web/components/forms/fields.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useFilterAddress, write } from '#web/lib/filter-address.ts'
import { RemoveUserDialog, TakeRoleDialog } from './user-dialog.tsx'
import { usersOptions } from './users-api.ts'
import { ROLES, UsersTable } from './users-table.tsx'

export default function UsersPage() {
  const { filter, change, replace } = useFilterAddress(readFilter)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          <PageTitle>All users</PageTitle>
          <Tabs {...filter} />
        </div>
        <ButtonLink look="secondary" to={ADD_DOCTOR_LINK.to}>
          {ADD_DOCTOR_LINK.label}
        </ButtonLink>
        <div className="flex grow flex-wrap items-end justify-end gap-4 *:min-w-0 *:grow sm:max-w-md">
          <SearchField
            label="Search by name or email"
            value={filter.search}
            onSearch={(search) => replace({ search, page: '' })}
          />
          {tabOf(filter.role) === 'clinic' && (
            <SelectField
              label="Role"
              value={filter.role}
              onChange={({ target }) => change({ role: roleOf(target.value), page: '' })}
              options={[{ value: 'clinic', label: 'All roles' }, ...ROLE_OPTIONS]}
            />
          )}
        </div>
      </div>
      <Users />
    </>
  )
}

const ROLE_OPTIONS = CLINIC_ROLES.map((each) => ({ value: each, label: ROLES[each] }))

function roleOf(text: string): RoleFilter | '' {
  return roleFilter.safeParse(text).data ?? ''
}

const TABS = [
  { role: '', label: 'Everyone' },
  { role: 'clinic', label: 'Clinic staff' },
  { role: 'patient', label: 'Families' },
] as const

/** The tab of a filter: one role of the clinic is a part of its staff. */
const tabOf = (role: RoleFilter | '') => (role === '' || role === 'patient' ? role : 'clinic')

/** Separate tabs for users who work at the clinic and for families; the search text is kept. */
function Tabs({ search, role: shown }: ReturnType<typeof readFilter>) {
  return (
    <nav aria-label="Users">
      <ul className="flex flex-wrap">
        {TABS.map(({ role, label }) => (
          <li key={role}>
            <Link
              to={`?${write({ search, role })}`}
              aria-current={role === tabOf(shown) ? 'page' : undefined}
              className="place-tab"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Users() {
  const { filter, showAll } = useFilterAddress(readFilter)
  const { search, role } = filter
  const asked = Number(filter.page)
  const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, HIGHEST_PAGE) : 1
  const list = useQuery(usersOptions({ search, role, page }))
  const linkTo = (number: number) => `?${write({ search, role, page: String(number) })}`

  if (list.isPending) return <ListSkeleton label="Loading users" />
  if (!list.data) return <LoadError title="We couldn’t load the users" query={list} />
  const { items, total } = list.data
  const pages = Math.ceil(total / USER_PAGE_SIZE)
  // The last user of the last page was removed, or the URL is outdated.
  if (page > pages && pages > 0 && !list.isPlaceholderData) {
    return <Navigate to={linkTo(pages)} replace />
  }
  return (
    <>
      <p role="status" className="my-4 text-sm text-muted xl:my-1">
        {describeCount(total, search)}
      </p>
      <UsersOfPage
        users={items}
        waiting={list.isPlaceholderData}
        page={page}
        pages={pages}
        linkTo={linkTo}
        onShowAll={showAll}
      />
    </>
  )
}

function describeCount(total: number, search: string): string {
  const users = count(total, 'user')
  return search === '' ? users : `${users} found for “${search}”`
}

interface UsersOfPageProps extends Pick<PageLinksProps, 'page' | 'pages' | 'linkTo'> {
  users: readonly ListedUser[]
  /** Whether the users are of the previous page while the next one loads. */
  waiting: boolean
  onShowAll: () => void
}

function UsersOfPage({ users, waiting, page, pages, linkTo, onShowAll }: UsersOfPageProps) {
  const [removing, setRemoving] = useState<ListedUser | null>(null)
  const [demoting, setDemoting] = useState<ListedUser | null>(null)
  const recent = useRecentLoginDialog('Please log in again before changing an account.')
  const [removed, setRemoved] = useState(0)
  const section = useFocusOnChange<HTMLElement>(`${page} ${removed}`)

  return (
    <>
      <section
        ref={section}
        tabIndex={-1}
        aria-label="Users"
        aria-busy={waiting}
        className="scroll-mt-32 aria-busy:opacity-60"
      >
        {users.length === 0 ? (
          <EmptyState
            title="No users found"
            action={
              <Button look="secondary" onClick={onShowAll}>
                Show all users
              </Button>
            }
          >
            No one matches your search.
          </EmptyState>
        ) : (
          <UsersTable
            users={users}
            onRemove={setRemoving}
            onDemote={setDemoting}
            runRecent={recent.run}
          />
        )}
      </section>
      <PageLinks
        page={page}
        pages={pages}
        linkTo={linkTo}
        onTurn={() => section.current?.scrollIntoView()}
      />
      {removing && (
        <RemoveUserDialog
          user={removing}
          runRecent={recent.run}
          onCancel={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null)
            setRemoved(removed + 1)
          }}
        />
      )}
      {demoting && (
        <TakeRoleDialog
          user={demoting}
          runRecent={recent.run}
          onDone={() => setDemoting(null)}
          onCancel={() => setDemoting(null)}
        />
      )}
      {recent.dialog}
    </>
  )
}

interface PageLinksProps {
  /** Counted from 1. */
  page: number
  pages: number
  linkTo: (page: number) => string
  /** Called when another page is chosen, before it has loaded. */
  onTurn: () => void
}

/** Links to the previous and next page; nothing if there is only one page. */
function PageLinks({ page, pages, linkTo, onTurn }: PageLinksProps) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-between gap-2">
      <Way to={page > 1 ? linkTo(page - 1) : null} onTurn={onTurn}>
        <ChevronLeft aria-hidden="true" size={18} /> Previous
      </Way>
      <p aria-current="page" className="font-bold">
        Page {page} of {pages}
      </p>
      <Way to={page < pages ? linkTo(page + 1) : null} onTurn={onTurn}>
        Next <ChevronRight aria-hidden="true" size={18} />
      </Way>
    </nav>
  )
}

interface WayProps extends Pick<PageLinksProps, 'onTurn'> {
  to: string | null
  children: ReactNode
}

/** Reserves its space when there is no such page. */
function Way({ to, onTurn, children }: WayProps) {
  if (to === null) return <span className="button invisible px-4">{children}</span>
  return (
    <ButtonLink to={to} look="secondary" onClick={onTurn} className="px-4">
      {children}
    </ButtonLink>
  )
}

/** A new search or role starts on its first page. */
const readFilter = (parameter: (name: string) => string) => ({
  search: parameter('search'),
  role: roleOf(parameter('role')),
  page: parameter('page'),
})
