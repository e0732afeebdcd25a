import { PageTitle } from '#web/components/page-title.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/dashboard.ts'
import picture from './review.svg'

export default function ReviewPage() {
  return (
    <>
      <PageTitle>{frame.myReview}</PageTitle>
      <EmptyState
        title={words.tellOtherParents}
        picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
      >
        {words.comingSoon}
      </EmptyState>
    </>
  )
}
