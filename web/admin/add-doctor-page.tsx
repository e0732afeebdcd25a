import { PageTitle } from '../components/page-title.tsx'

/** Add a Doctor. */
export default function AddDoctorPage() {
  return (
    <div className="shell section">
      <PageTitle>Add a Doctor</PageTitle>
    </div>
  )
}
