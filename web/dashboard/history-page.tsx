import { PageTitle } from '../components/page-title.tsx'

/** My History. */
export default function HistoryPage() {
  return (
    <div className="shell section">
      <PageTitle>My History</PageTitle>
    </div>
  )
}
