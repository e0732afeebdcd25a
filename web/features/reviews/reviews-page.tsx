import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Picture } from '../../components/picture.tsx'
import seed from '../../illustrations/empty-seed.svg'
import { reviewsPage } from '../../lib/placeholders.ts'

/** A placeholder, as spec section 2 has it. */
export default function ReviewsPage() {
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={reviewsPage.title} />
      <div className="mt-6 grid justify-items-center gap-5 text-center">
        <Picture first src={seed} width={320} height={240} className="w-80" />
        <h1 className="text-4xl md:text-5xl">{reviewsPage.heading}</h1>
        <p className="max-w-md text-lg text-muted">{reviewsPage.text}</p>
        <ButtonLink to="/appointment" className="mt-2">
          Make Appointment
        </ButtonLink>
      </div>
    </div>
  )
}
