import { Card } from '../../../components/card.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { DoctorForm } from './doctor-form.tsx'

/** Add a Doctor: an administrator's page (spec section 2). */
export default function AddDoctorPage() {
  return (
    <>
      <PageTitle className="mb-6">Add a Doctor</PageTitle>
      <Card>
        <DoctorForm />
      </Card>
    </>
  )
}
