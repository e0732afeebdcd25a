import type { Appointment } from '../../../contract/appointments.ts'
import { formatPrice } from '../../../contract/money.ts'
import { BreakAfterSlash } from '../../components/break-after-slash.tsx'
import { Card } from '../../components/card.tsx'

/** Treatment, date, slot, patient and price of the appointment to pay for. */
export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { treatment, date, slot, patientName, price } = appointment
  const facts = [
    ['Date', date],
    ['Slot', slot],
    ['Booked by', patientName],
  ] as const
  return (
    <Card className="grid gap-5 *:min-w-0">
      <h2 className="text-2xl wrap-break-word">
        <BreakAfterSlash text={treatment} />
      </h2>
      <dl className="grid gap-3">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{fact}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-base-300 pt-4">
          <dt className="font-bold">Price</dt>
          <dd className="text-3xl font-extrabold">{formatPrice(price)}</dd>
        </div>
      </dl>
    </Card>
  )
}
