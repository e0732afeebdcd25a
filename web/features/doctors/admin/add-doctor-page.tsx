import { Card } from '../../../components/card.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { DoctorForm } from './doctor-form.tsx'

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
