import { useQuery } from '@tanstack/react-query'
import { formatWireDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { bookableChildren } from '#contract/guardians/children.ts'
import { isolate } from '#contract/names.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { childrenOptions } from '#web/both/children/children-api.ts'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/patient.ts'
import { Booking } from './flow/booking-provider.tsx'
import { describeAgeConflict } from './flow/describe-age-conflict.ts'

/** Why the chosen child cannot have the treatment on the day: the age, or an appointment for it that day. */
export default function ChildNote({ treatment }: { treatment: Treatment }) {
  const { patient, children, child, date } = Booking.useSelector(({ context }) => context)
  const isForFamily = useBookedFamily() !== null
  const own = useOwnText()
  const { email } = patient
  const family = useQuery({ ...childrenOptions(email), enabled: !isForFamily && !children }).data
  const known = children ?? (family && bookableChildren(family))
  const chosen = known?.find(({ _id }) => _id === child)
  const { data } = useQuery({ ...appointmentsOptions(email), enabled: !isForFamily && !!chosen })
  if (!chosen) return null
  const day = formatWireDate(date)
  const booked = data?.own.find(
    (one) =>
      one.status === 'booked' &&
      one.date === day &&
      one.treatment === treatment.name &&
      one.child?._id === chosen._id,
  )
  const reason =
    describeAgeConflict(chosen, date, treatment, own) ??
    (booked && words.alreadyHasThis(isolate(chosen.name), formats.slotStart(booked.slot)))
  return reason && <p className="font-semibold text-error wrap-anywhere">{reason}</p>
}
