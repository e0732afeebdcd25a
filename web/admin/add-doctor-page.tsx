import { PageTitle } from '../components/page-title.tsx'
import { EmptyState } from '../components/states.tsx'

/** Add a Doctor: an administrator's page (spec section 2). */
export default function AddDoctorPage() {
  return (
    <>
      <PageTitle>Add a Doctor</PageTitle>
      <EmptyState title="No new doctors here yet">
        The doctors on the public page are those that the clinic was set up with.
      </EmptyState>
    </>
  )
}
