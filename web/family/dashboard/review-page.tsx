import { PageTitle } from '#web/components/page-title.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import picture from './review.svg'

export default function ReviewPage() {
  return (
    <>
      <PageTitle>My Review</PageTitle>
      <EmptyState
        title="Tell other parents about your visit"
        picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
      >
        Coming soon: you’ll be able to leave a review here.
      </EmptyState>
    </>
  )
}
