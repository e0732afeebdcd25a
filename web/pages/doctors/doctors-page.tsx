import { PageTitle } from '../../components/page-title.tsx'

/** Our doctors. */
export default function DoctorsPage() {
  return (
    <div className="shell section">
      <PageTitle>Our doctors</PageTitle>
    </div>
  )
}
