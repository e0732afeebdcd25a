import { Illustration } from '#web/components/brand/illustration.tsx'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import seed from '#web/illustrations/empty-seed.svg'
import * as words from '#words/en/site/pages.ts'

export default function ReviewsPage() {
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={words.reviews} />
      <div className="mt-6 grid justify-items-center gap-5 text-center">
        <Illustration first src={seed} width={320} height={240} className="w-80" />
        <h1 className="text-4xl md:text-5xl">{words.reviewsComingSoon}</h1>
        <p className="max-w-md text-lg text-muted">{words.readReviewsSoon}</p>
        <ButtonLink to="/appointment" className="mt-2">
          {words.makeAppointment}
        </ButtonLink>
      </div>
    </div>
  )
}
