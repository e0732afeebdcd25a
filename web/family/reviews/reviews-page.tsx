import { Illustration } from '#web/components/brand/illustration.tsx'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import seed from '#web/illustrations/empty-seed.svg'

export default function ReviewsPage() {
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here="Reviews" />
      <div className="mt-6 grid justify-items-center gap-5 text-center">
        <Illustration first src={seed} width={320} height={240} className="w-80" />
        <h1 className="text-4xl md:text-5xl">Reviews are coming soon</h1>
        <p className="max-w-md text-lg text-muted">
          Soon you’ll be able to read what other families say and add your own review.
        </p>
        <ButtonLink to="/appointment" className="mt-2">
          Make Appointment
        </ButtonLink>
      </div>
    </div>
  )
}
