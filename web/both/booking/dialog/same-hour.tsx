import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import { overlaps, parseSlot } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { isolate } from '#contract/names.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import * as words from '#words/en/booking/form.ts'

interface SameHourProps {
  /** The user's. */
  email: string
  date: IsoDate
  slot: string
  /** The id of the child who is booked for; null: the user. */
  child: string | null
}

/** Says which other members of the family have an appointment at that time. */
export default function SameHour({ email, date, slot, child }: SameHourProps) {
  const own = useQuery(appointmentsOptions(email))
  const shared = useQuery({
    ...sharedAppointmentsOptions(email),
    enabled: (own.data?.shared ?? 0) > 0,
  })
  const day = formatWireDate(date)
  const others = [...(own.data?.own ?? []), ...(shared.data ?? [])].filter(
    (one) =>
      one.status === 'booked' &&
      one.date === day &&
      (one.child?._id ?? null) !== child &&
      overlaps(parseSlot(one.slot), parseSlot(slot)),
  )
  if (others.length === 0) return null
  return (
    <ul className="text-muted">
      {others.map((one) => (
        <li key={one._id} className="wrap-anywhere">
          {describeOther(one)}
        </li>
      ))}
    </ul>
  )
}

function describeOther({
  child,
  slot,
  doctor,
}: Pick<Appointment, 'child' | 'slot' | 'doctor'>): string {
  const start = formats.slotStart(slot)
  if (!child) return doctor ? words.youBusyWith(start, isolate(doctor)) : words.youBusy(start)
  const name = isolate(child.name)
  return doctor ? words.childBusyWith(name, start, isolate(doctor)) : words.childBusy(name, start)
}
