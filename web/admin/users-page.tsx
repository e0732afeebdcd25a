import { PageTitle } from '../components/page-title.tsx'

/** All users. */
export default function UsersPage() {
  return (
    <div className="shell section">
      <PageTitle>All users</PageTitle>
    </div>
  )
}
