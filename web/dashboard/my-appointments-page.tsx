import { PageTitle } from '../components/page-title.tsx'

/** My Appointments. */
export default function MyAppointmentsPage() {
  return (
    <div className="shell section">
      <PageTitle>My Appointments</PageTitle>
    </div>
  )
}
