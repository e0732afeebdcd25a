import { useQuery } from '@tanstack/react-query'
import { isOwed } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formatPrice } from '#contract/money.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/family.ts'

// Few families have an offer to answer.
const needsAnswer = componentChunk(() => import('./styled-answers.ts'))

// Few families are asked to book a visit.
const dueVisits = componentChunk(() => import('./due-visits.tsx'))

/** What the family has to answer, to book and to pay; nothing without any. */
export default function FamilyAnswers({ email }: { email: string }) {
  const { data } = useQuery(appointmentsOptions(email))
  if (!data) return null
  const owed = data.own.filter(isOwed)
  if (data.toAnswer === 0 && data.nextVisits === 0 && owed.length === 0) return null
  return (
    <div className="shell grid gap-4 pt-4 empty:hidden md:pt-6">
      {data.toAnswer > 0 && <LazyComponent chunk={needsAnswer} waiting={null} />}
      {data.nextVisits > 0 && <LazyComponent chunk={dueVisits} waiting={null} />}
      <ToPay owed={owed} />
    </div>
  )
}

/** Leads to the payment of what the user has booked; nothing when all is paid. */
function ToPay({ owed }: { owed: readonly Appointment[] }) {
  const own = useOwnText()
  const [first, ...others] = owed
  if (!first) return null
  const isOne = others.length === 0
  return (
    <div className="leaf flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-base-100 px-5 py-3 shadow-soft">
      <p className="font-bold">{words.toPay(owed.length)}</p>
      <ButtonLink
        look="secondary"
        to={isOne ? `/dashboard/appointment/${first._id}` : '/dashboard'}
        aria-label={
          isOne ? words.payFor(formatPrice(first.price), own(first.treatment)) : undefined
        }
      >
        {isOne ? words.pay(formatPrice(first.price)) : words.seeWhatToPay}
      </ButtonLink>
    </div>
  )
}
