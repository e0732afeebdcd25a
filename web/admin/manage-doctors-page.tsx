import { PageTitle } from '../components/page-title.tsx'
import { EmptyState } from '../components/states.tsx'

/** Manage Doctors: an administrator's page (spec section 2). */
export default function ManageDoctorsPage() {
  return (
    <>
      <PageTitle>Manage Doctors</PageTitle>
      <EmptyState title="No list of doctors yet">
        The doctors on the public page are those that the clinic was set up with.
      </EmptyState>
    </>
  )
}
