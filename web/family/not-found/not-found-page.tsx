import { Illustration } from '#web/components/brand/illustration.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import lost from '#web/illustrations/lost.svg'
import * as words from '#words/en/site/pages.ts'

/** Shown at addresses without a page. */
export default function NotFoundPage() {
  return (
    <div className="shell grid justify-items-center gap-5 pt-8 pb-20 text-center">
      <Illustration first src={lost} width={480} height={360} className="w-full max-w-md" />
      <h1 className="text-4xl md:text-5xl">{words.pageNotFound}</h1>
      <p className="max-w-md text-lg text-muted">{words.cannotFind}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">{words.home}</ButtonLink>
        <ButtonLink to="/appointment" look="secondary">
          {words.makeAppointment}
        </ButtonLink>
      </div>
    </div>
  )
}
