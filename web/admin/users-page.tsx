import { PageTitle } from '../components/page-title.tsx'
import { EmptyState } from '../components/states.tsx'

/** All users: an administrator's page (spec section 2). */
export default function UsersPage() {
  return (
    <>
      <PageTitle>All users</PageTitle>
      <EmptyState title="No list of users yet">
        Administrators are made and unmade on the server’s command line for now: npm run admin.
      </EmptyState>
    </>
  )
}
