import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState } from '../../components/states.tsx'
import picture from './history.svg'

export default function HistoryPage() {
  return (
    <>
      <PageTitle>My History</PageTitle>
      <EmptyState
        title="All your visits in one place"
        picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
      >
        Coming soon: a list of your past visits.
      </EmptyState>
    </>
  )
}
