import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LinkedTime } from '#contract/booking/time-address.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { findOwn } from '#web/both/booking/flow/find-own.ts'
import { describeTime } from '#web/both/times/describe-time.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/times.ts'

interface OwnTimeProps {
  /** The user's. */
  email: string
  time: LinkedTime
  /** The treatment of the time, with its free times of that day. */
  treatment: Treatment
  /** Shown when another family has booked the time. */
  otherwise: ReactNode
}

/** A time that is no longer free, because the family has booked it itself. */
export default function OwnTime({ email, time, treatment, otherwise }: OwnTimeProps) {
  const queries = useQueryClient()
  const { date, slot } = time
  const choices = { date, slot, treatment: treatment._id, doctor: null, siblings: null }
  const own = useQuery({
    queryKey: ['appointments', email, 'at', treatment._id, date, slot],
    queryFn: () => findOwn(queries, email, { choices, treatments: [treatment] }),
    staleTime: 0,
  })
  if (own.isPending) return <div aria-hidden="true" className="leaf skeleton h-44" />
  const [first] = own.data ?? []
  if (first === undefined) return otherwise
  return (
    <Card className="flex flex-wrap items-center justify-between gap-5">
      <div>
        <h2 className="text-2xl">{words.youHaveBookedIt}</h2>
        <p className="mt-2 text-lg text-muted">
          <OwnText>{treatment.name}</OwnText>, {describeTime(time)}
        </p>
      </div>
      <ButtonLink to={`/dashboard/appointment/${first}`}>{words.seeAppointment}</ButtonLink>
    </Card>
  )
}
