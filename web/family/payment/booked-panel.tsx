import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { appointmentOptions } from '#web/both/appointments/appointments-api.ts'
import { NextSteps } from '#web/both/appointments/next-steps.tsx'
import { Card } from '#web/components/card.tsx'
import { SuccessBear } from '#web/components/success-bear.tsx'
import * as words from '#words/en/payments/payment.ts'

/** Shown after a booking, below its payment: confirms it and says what happens next. */
export default function BookedPanel({ appointmentId }: { appointmentId: string }) {
  // The payment above loads it.
  const { data } = useQuery({ ...appointmentOptions(appointmentId), enabled: false })
  if (data?.status !== 'booked' || data.outcome) return null
  return (
    <BookedCard title={words.appointmentIsBooked}>
      <NextSteps booking={data} />
    </BookedCard>
  )
}

/** Confirms the booking, above what happens next. */
export function BookedCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-5 *:min-w-0 max-md:p-5">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <SuccessBear />
        <p className="text-2xl font-extrabold">{title}</p>
      </div>
      {children}
    </Card>
  )
}
