import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatSlot } from '#contract/booking/slots.ts'
import { dayAfter, formatFullDay } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { slotsOf } from '#contract/treatments/treatments.ts'
import { nearestSlots } from '#web/both/times/nearest-slots.ts'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { followUpPage } from '#web/desk/booking/taken-time.ts'

const FOLLOW_UP_DAYS = 14

/**
 * Links to a booking of the same patient, treatment and doctor in two weeks, at the nearest free time.
 * Reserves its space while loading, so that buttons below do not move.
 */
export function FollowUp({ entry }: { entry: AgendaEntry }) {
  const { family, date: day, doctor, childId } = entry
  const date = dayAfter(day, FOLLOW_UP_DAYS)
  const query = useQuery({ ...deskAvailabilityOptions(date), enabled: family !== null })
  const sameTime = formatSlot(entry)
  const nameAt = (slot: string) => `Follow-up ${formatFullDay(date)}, ${slot.split(' - ')[0]}`
  if (family === null) return null
  if (!query.data) {
    if (query.isError) return null
    return <span className="button button-secondary invisible">{nameAt(sameTime)}</span>
  }
  const treatment = query.data.find(({ name }) => name === entry.treatment)
  if (!treatment) return null
  const own = treatment.doctors?.some(({ _id }) => _id === doctor?._id) ? doctor?._id : undefined
  const { outsideHours = [] } = treatment
  const slots = slotsOf({ treatment, doctor: own ?? null }).filter(
    (slot) => !outsideHours.includes(slot),
  )
  const slot = slots.includes(sameTime) ? sameTime : nearestSlots(slots, sameTime)[0]
  if (!slot) {
    return <p className="text-sm text-muted">No time is free on {formatFullDay(date)}.</p>
  }
  return (
    <Link
      to={followUpPage(family, {
        date,
        treatment: treatment._id,
        slot,
        doctor: own,
        child: childId,
      })}
      className="button button-secondary"
    >
      {nameAt(slot)}
    </Link>
  )
}
