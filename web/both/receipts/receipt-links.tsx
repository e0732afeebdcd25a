import { useQuery } from '@tanstack/react-query'
import type { ReceiptList } from '#contract/payments/receipts.ts'
import { TextLink } from '#web/components/text-link.tsx'
import * as words from '#words/en/payments/receipts.ts'
import { receiptsOfOptions } from './receipts-api.ts'

/** A link to each receipt: 'Receipt 2026-000001'. */
export function ReceiptLinks({ receipts }: { receipts: ReceiptList }) {
  return receipts.map(({ number, kind }) => (
    <TextLink key={number} to={`/dashboard/receipts/${number}`}>
      {words.titles[kind]} {number}
    </TextLink>
  ))
}

interface OfAppointmentProps {
  appointmentId: string
  /** Changes whenever receipts may have changed: paid or not, booked or canceled. */
  state: string
}

/** The receipts of an appointment; nothing until they have loaded. My History uses it, too. */
export function ReceiptsOfAppointment({ appointmentId, state }: OfAppointmentProps) {
  const { data = [] } = useQuery(receiptsOfOptions(appointmentId, state))
  if (data.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-6">
      <ReceiptLinks receipts={data} />
    </div>
  )
}
