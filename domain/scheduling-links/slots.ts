import { TZDate } from '@date-fns/tz'
import { millisecondsInMinute } from 'date-fns/constants'
import { formatSlot, type Slot } from '#contract/booking/slots.ts'
import { timeAddress } from '#contract/booking/time-address.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { publishedPhone } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { findObstacle, type Schedule } from '../availability/schedule.ts'
import { instantOf } from '../clinic-clock.ts'
import { actorsOf, type Directory, DRAFT, GUIDE, scheduleId, stableId } from './resources.ts'

type SlotStatus = 'free' | 'busy' | 'busy-tentative' | 'busy-unavailable'

interface PublishedDay {
  date: IsoDate
  /** The day's free times in `GET /available`; nothing else is published as free. */
  available: readonly Treatment[]
  /** The times of appointments, without times that are held for a family. */
  booked: readonly OccupiedTime[]
}

/**
 * The day's upcoming slots as lines of JSON; none on a closed day. A week of a large clinic has thousands, so
 * their common parts are formatted once.
 */
export function slotsOn(
  schedule: Schedule,
  { date, available, booked }: PublishedDay,
  { siteUrl, clinic }: Pick<Directory, 'siteUrl' | 'clinic'>,
  moment: ClinicMoment,
): string[] {
  if (findObstacle(schedule, date, moment)) return []
  const openTimes = freeTimesOn(schedule, [], date, moment)
  const unbookedTimes = freeTimesOn(schedule, booked, date, moment)
  const phone = publishedPhone(clinic)
  const shared = [
    { url: `${GUIDE}/booking-phone`, valueContactPoint: { system: 'phone', value: phone } },
    { url: `${GUIDE}/patient-type`, valueCoding: NEW_PATIENTS },
    { url: `${DRAFT}/booking-phone`, valueString: phone },
  ].map((extension) => `,${JSON.stringify(extension)}`)
  const linkIn = (guide: string, url: string) =>
    `{"url":"${guide}/booking-deep-link","valueUrl":"${url}"}`
  const waysToBook = (url: string) =>
    `"extension":[${linkIn(GUIDE, url)}${shared.join('')},${linkIn(DRAFT, url)}],`
  const textsOf = textsOn(date, moment.timeZone)
  const byTreatment = new Map(available.map((treatment) => [treatment._id, treatment]))

  return schedule.treatments.flatMap((treatment) => {
    const offered = byTreatment.get(treatment.id)
    if (!offered) return []
    const open = openTimes(treatment)
    const unbooked = unbookedTimes(treatment)
    const times = new Map<number, Slot>()
    for (const slot of [...treatment.slots, ...open]) times.set(slot.startMinute, slot)
    const toCome = [...times.values()]
      .filter(({ startMinute }) => date > moment.today || startMinute > moment.minute)
      .sort((a, b) => a.startMinute - b.startMinute)
    return actorsOf(treatment).flatMap((doctorId) => {
      const free = new Set(slotsOf({ treatment: offered, doctor: doctorId }))
      const startsOf = (list: typeof open) =>
        new Set(
          list
            .filter(({ doctorIds }) => doctorId === null || doctorIds.includes(doctorId))
            .map(({ startMinute }) => startMinute),
        )
      const openStarts = startsOf(open)
      const unbookedStarts = startsOf(unbooked)
      const reference = `"schedule":{"reference":"Schedule/${scheduleId(treatment.id, doctorId)}"}`
      // The slot is the last parameter, and its text needs no escaping in JSON.
      const linkBefore = `${siteUrl}${timeAddress({
        treatment: treatment.id,
        doctor: treatment.doctors.length > 1 ? (doctorId ?? undefined) : undefined,
        date,
        slot: '',
      })}`
      return toCome.map((slot) => {
        const { text, parameter, period } = textsOf(slot)
        const status: SlotStatus = !openStarts.has(slot.startMinute)
          ? 'busy-unavailable'
          : !unbookedStarts.has(slot.startMinute)
            ? 'busy'
            : // Free but for `GET /available`: it is held for a family.
              free.has(text)
              ? 'free'
              : 'busy-tentative'
        const id = stableId('slot', treatment.id, doctorId ?? '', date, slot.startMinute)
        const extension = status === 'free' ? waysToBook(`${linkBefore}${parameter}`) : ''
        return `{"resourceType":"Slot","id":"${id}",${META}${extension}${reference},"status":"${status}",${period}}\n`
      })
    })
  })
}

const META = `"meta":${JSON.stringify({ profile: [`${GUIDE}/smart-scheduling-slot`] })},`

const NEW_PATIENTS = {
  system: 'http://terminology.hl7.org/CodeSystem/accepting-patients',
  code: 'newpt',
  display: 'Accepting',
}

/** The common texts of all slots at one time. */
interface SlotTexts {
  /** As offered. */
  text: string
  /** As a parameter of an address. */
  parameter: string
  /** Start and end as JSON: '2027-03-02T09:00:00.000-05:00'. */
  period: string
}

/** The texts of a day's slots. Most slots share their times with other treatments and doctors. */
function textsOn(date: IsoDate, timeZone: string): (slot: Slot) => SlotTexts {
  const known = new Map<string, SlotTexts>()
  const toInstant = (time: number) => new TZDate(time, timeZone).toISOString()
  return (slot) => {
    const { startMinute, lengthMinutes } = slot
    const key = `${startMinute} ${lengthMinutes}`
    const found = known.get(key)
    if (found) return found
    const start = instantOf({ date, startMinute }, timeZone).getTime()
    const end = toInstant(start + lengthMinutes * millisecondsInMinute)
    const text = formatSlot(slot)
    const texts = {
      text,
      parameter: String(new URLSearchParams([['', text]])).slice('='.length),
      period: `"start":"${toInstant(start)}","end":"${end}"`,
    }
    known.set(key, texts)
    return texts
  }
}
