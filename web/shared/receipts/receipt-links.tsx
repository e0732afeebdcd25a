import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { RECEIPT_TITLES, type ReceiptList } from '#contract/payments/receipts.ts'
import { receiptsOfOptions } from './receipts-api.ts'

/** A link to each receipt: 'Receipt 2026-000001'. */
export function ReceiptLinks({ receipts }: { receipts: ReceiptList }) {
  return receipts.map(({ number, kind }) => (
    <Link
      key={number}
      to={`/dashboard/receipts/${number}`}
      className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
    >
      {RECEIPT_TITLES[kind]} {number}
    </Link>
  ))
}

interface OfAppointmentProps {
  appointmentId: string
  /** Changes with the receipts: whether it is paid, and booked. */
  state: string
}

/** The receipts of an appointment; nothing until they are there. My History has them, too. */
export function ReceiptsOfAppointment({ appointmentId, state }: OfAppointmentProps) {
  const { data = [] } = useQuery(receiptsOfOptions(appointmentId, state))
  if (data.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-6">
      <ReceiptLinks receipts={data} />
    </div>
  )
}
