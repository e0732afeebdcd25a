import { PageTitle } from '../components/page-title.tsx'

/** Appointment. */
export default function AppointmentPage() {
  return (
    <div className="shell section">
      <PageTitle>Appointment</PageTitle>
    </div>
  )
}
