import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState } from '../../components/states.tsx'
import picture from './review.svg'

/** My Review: a placeholder (spec section 2). */
export default function ReviewPage() {
  return (
    <>
      <PageTitle>My Review</PageTitle>
      <EmptyState
        title="Tell other parents how it was"
        picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
      >
        This page is still growing. Soon you will be able to leave a review here.
      </EmptyState>
    </>
  )
}
