import { PageTitle } from '../components/page-title.tsx'

/** My Review. */
export default function ReviewPage() {
  return (
    <div className="shell section">
      <PageTitle>My Review</PageTitle>
    </div>
  )
}
