import { PageTitle } from '../components/page-title.tsx'

/** Reviews. */
export default function ReviewsPage() {
  return (
    <div className="shell section">
      <PageTitle>Reviews</PageTitle>
    </div>
  )
}
