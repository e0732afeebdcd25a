import { useQuery } from '@tanstack/react-query'
import CalendarSync from 'lucide-react/icons/calendar-sync'
import { formatMinute, formatSlot, parseSlotStart } from '#contract/booking/slots.ts'
import { dayAfter } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { nearestSlots } from '#web/both/times/nearest-slots.ts'
import { ActionLink } from '#web/desk/appointments/action.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { followUpPage } from '#web/desk/booking/taken-time.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'

const FOLLOW_UP_DAYS = 14

interface FollowUpProps {
  entry: AgendaEntry
  family: string
}

/**
 * Links to a booking of the same patient, treatment and doctor in two weeks, at the free time
 * nearest to this one. If there is no such time, the user chooses one.
 */
export function FollowUp({ entry, family }: FollowUpProps) {
  const { date: day, childId: child } = entry
  const date = dayAfter(day, FOLLOW_UP_DAYS)
  const query = useQuery(deskAvailabilityOptions(date))
  const name = usePatientTexts().nameOf(entry)
  const formatDay = useDayFormat()
  const treatment = query.data?.find(({ name }) => name === entry.treatment)
  const time = treatment && timeLike(entry, treatment)
  const when = time?.slot
    ? `${formatDay(date)}, ${formatMinute(parseSlotStart(time.slot))}`
    : query.data && `no time is free on ${formatDay(date)}`
  return (
    <ActionLink
      label={`Follow up: ${[name, when].filter(Boolean).join(', ')}`}
      text="Follow up"
      title={when}
      Icon={CalendarSync}
      to={followUpPage(family, { date, treatment: treatment?._id, child, ...time })}
    />
  )
}

/** The doctor of the appointment, where they give the treatment, and the nearest of their free times. */
function timeLike(entry: AgendaEntry, treatment: Treatment) {
  const isGiven = treatment.doctors?.some(({ _id }) => _id === entry.doctor?._id)
  const doctor = isGiven ? entry.doctor?._id : undefined
  const { outsideHours = [] } = treatment
  const slots = slotsOf({ treatment, doctor: doctor ?? null }).filter(
    (slot) => !outsideHours.includes(slot),
  )
  const same = formatSlot(entry)
  const slot = slots.includes(same) ? same : nearestSlots(slots, same)[0]
  return { doctor, slot }
}
