import { ButtonLink } from '../components/button.tsx'
import { Picture } from '../components/picture.tsx'
import lost from '../illustrations/lost.svg'
import { lostPage } from '../lib/placeholders.ts'

/** Shown at every address that does not exist. */
export default function NotFoundPage() {
  return (
    <div className="shell grid justify-items-center gap-5 pt-8 pb-20 text-center">
      <Picture first src={lost} width={480} height={360} className="w-full max-w-md" />
      <h1 className="text-4xl md:text-5xl">{lostPage.title}</h1>
      <p className="max-w-md text-lg text-muted">{lostPage.text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Home</ButtonLink>
        <ButtonLink to="/appointment" look="secondary">
          Make Appointment
        </ButtonLink>
      </div>
    </div>
  )
}
