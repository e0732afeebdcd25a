import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState } from '../../components/states.tsx'
import picture from './history.svg'

/** My History: a placeholder (spec section 2). */
export default function HistoryPage() {
  return (
    <>
      <PageTitle>My History</PageTitle>
      <EmptyState
        title="Every visit, kept in one place"
        picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
      >
        This page is still growing. Past visits will be listed here.
      </EmptyState>
    </>
  )
}
