import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { type ListedUser, USER_PAGE_SIZE } from '../../../contract/users.ts'
import { Button } from '../../components/button.tsx'
import { ListSkeleton } from '../../components/list-skeleton.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { EmptyState, LoadError } from '../../components/states.tsx'
import { useFocusOnChange } from '../../components/use-focus-on-change.ts'
import { useWideScreen } from '../../components/use-wide-screen.ts'
import { PageLinks, type PageLinksProps } from './page-links.tsx'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
import { useUsersAddress } from './use-users-address.ts'
import { usersOptions } from './users-api.ts'
import { UsersList, UsersTable } from './users-table.tsx'

export default function UsersPage() {
  const { search, searchFor } = useUsersAddress()
  return (
    <>
      <PageTitle>All Users</PageTitle>
      <div className="mt-6 max-w-md">
        <SearchField label="Search by name or email" value={search} onSearch={searchFor} />
      </div>
      <Users />
    </>
  )
}

function Users() {
  const { search, page, searchFor, linkTo } = useUsersAddress()
  const list = useQuery(usersOptions({ search, page }))

  if (list.isPending) return <ListSkeleton label="Loading users" />
  if (!list.data) return <LoadError title="We couldn’t load the users" query={list} />
  const { items, total } = list.data
  const pages = Math.ceil(total / USER_PAGE_SIZE)
  // The last one of the last page was removed, or the address is an old one.
  if (page > pages && pages > 0 && !list.isPlaceholderData) {
    return <Navigate to={linkTo(pages)} replace />
  }
  return (
    <>
      <p role="status" className="my-4 text-muted">
        {describeCount(total, search)}
      </p>
      <UsersOfPage
        users={items}
        waiting={list.isPlaceholderData}
        page={page}
        pages={pages}
        linkTo={linkTo}
        onShowAll={() => searchFor('')}
      />
    </>
  )
}

function describeCount(total: number, search: string): string {
  const users = total === 1 ? '1 user' : `${total} users`
  return search === '' ? users : `${users} found for “${search}”`
}

function NobodyFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No users found"
      action={
        <Button look="secondary" onClick={onShowAll}>
          Show all users
        </Button>
      }
    >
      No name or email matches your search.
    </EmptyState>
  )
}

interface UsersOfPageProps extends Pick<PageLinksProps, 'page' | 'pages' | 'linkTo'> {
  users: readonly ListedUser[]
  /** These are the users of the page before, while the next ones are on their way. */
  waiting: boolean
  onShowAll: () => void
}

function UsersOfPage({ users, waiting, page, pages, linkTo, onShowAll }: UsersOfPageProps) {
  // Beside the sidebar, five columns need more than a tablet has.
  const wide = useWideScreen('xl')
  const [removing, setRemoving] = useState<ListedUser | null>(null)
  const [removed, setRemoved] = useState(0)
  const section = useFocusOnChange<HTMLElement>(`${page} ${removed}`)
  const List = wide ? UsersTable : UsersList

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
          <NobodyFound onShowAll={onShowAll} />
        ) : (
          <List users={users} onRemove={setRemoving} />
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
          onCancel={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null)
            setRemoved(removed + 1)
          }}
        />
      )}
    </>
  )
}
