import { PageTitle } from '../components/page-title.tsx'

/** Manage Doctors. */
export default function ManageDoctorsPage() {
  return (
    <div className="shell section">
      <PageTitle>Manage Doctors</PageTitle>
    </div>
  )
}
