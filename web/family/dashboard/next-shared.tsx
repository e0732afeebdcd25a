import { useId } from 'react'
import { isolate } from '#contract/names.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { canOpen } from '#web/both/appointments/shared-appointments.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Face } from '#web/components/people/face.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { useNextOfFamily } from '#web/family/guardians/next-of-family.ts'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/appointments.ts'
import * as who from '#words/en/visits/who-sentences.tsx'

/** The family's next appointment if another guardian has booked it; the user's own has its own card. */
export default function NextShared({ email }: { email: string }) {
  const titleId = useId()
  const next = useNextOfFamily(email)
  if (!next || !('mayCancel' in next)) return null
  const { _id, treatment, child, doctor } = next
  const what = <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
  return (
    <section aria-labelledby={titleId}>
      <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 max-md:p-5">
        <div className="grid min-w-0 gap-2">
          <h2 id={titleId} className="font-bold text-primary">
            {words.nextOfChildren}
          </h2>
          <p className="text-2xl leading-tight font-extrabold md:text-4xl">{momentOf(next)}</p>
          <p className="flex items-center gap-3 font-bold wrap-anywhere">
            {child && <Face id={child._id} name={child.name} size="md" />}
            <span className="min-w-0">
              {child ? who.treatmentFor(what, <bdi>{child.name}</bdi>) : what}
              <span className="block font-normal text-muted">
                {doctor ? words.withDoctorByAnother(isolate(doctor)) : words.sharedByAnother}
              </span>
            </span>
          </p>
        </div>
        {canOpen(next) && (
          <ButtonLink to={`/dashboard/appointment/${_id}`} look="secondary">
            {words.seeAppointment}
          </ButtonLink>
        )}
      </Card>
    </section>
  )
}
