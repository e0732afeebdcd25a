import { useQuery } from '@tanstack/react-query'
import { describeReoffer } from '#contract/booking/appointment-status.ts'
import { fitsAge } from '#contract/guardians/ages.ts'
import { bookableChildren } from '#contract/guardians/children.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { canOpen } from '#web/both/appointments/shared-appointments.ts'
import { childrenOptions } from '#web/both/children/children-api.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { useNextOfFamily } from '#web/family/guardians/next-of-family.ts'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/family.ts'
import * as sentences from '#words/en/site/family-sentences.tsx'
import type { FirstTime } from '../home-times.ts'
import { NextFreeTimes } from '../next-free-times.tsx'
import { MomentCard } from './moment-card.tsx'

/** The family's next appointment, and the next free times that fit the children's ages. */
export default function FamilyNext({ email }: { email: string }) {
  const fits = useFits(email)
  return (
    <>
      <NextAppointment email={email} />
      <NextFreeTimes fits={fits} />
    </>
  )
}

/** Whether a child that the user can book for has the age for a time; all fit without children. */
function useFits(email: string): (time: FirstTime) => boolean {
  const { data } = useQuery(childrenOptions(email))
  const children = data ? bookableChildren(data) : []
  return ({ date, minAgeMonths = null, maxAgeMonths = null }) =>
    children.length === 0 ||
    children.some(({ birthDate }) => fitsAge(birthDate, date, { minAgeMonths, maxAgeMonths }))
}

function NextAppointment({ email }: { email: string }) {
  const next = useNextOfFamily(email)
  if (!next) return null
  const reoffer = describeReoffer(next)
  return (
    <div className="mt-5 grid justify-items-start gap-1">
      <MomentCard
        label={words.yourNextAppointment}
        date={next.date}
        moment={momentOf(next)}
        to={canOpen(next) ? `/dashboard/appointment/${next._id}` : '/dashboard'}
      >
        {next.child ? (
          sentences.treatmentFor({
            treatment: <OwnText>{next.treatment}</OwnText>,
            child: <bdi>{next.child.name}</bdi>,
          })
        ) : (
          <OwnText>{next.treatment}</OwnText>
        )}
        {reoffer && <strong className="block text-base-content">{reoffer}</strong>}
      </MomentCard>
      <TextLink look="quiet" to="/dashboard">
        {words.seeMyAppointments}
      </TextLink>
    </div>
  )
}
