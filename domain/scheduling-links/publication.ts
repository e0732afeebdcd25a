import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { dayAfter, type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { watchChanges } from '#drizzle/change-watch.ts'
import type { Database } from '#drizzle/client.ts'
import { listBookedTimes } from '#drizzle/queries/booking/appointments.ts'
import { readNamespace } from '#drizzle/queries/schedule/clinic-settings.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import type { Availability } from '../availability/availability.ts'
import { currentSchedule } from '../availability/schedule.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import type { Clinic } from '../schedule/clinic-details.ts'
import {
  type Directory,
  healthcareServicesOf,
  locationOf,
  practitionerRolesOf,
  practitionersOf,
  type Resource,
  type ResourceType,
  schedulesOf,
} from './resources.ts'
import { slotsOn } from './slots.ts'

/** The path of the manifest. */
export const MANIFEST_PATH = '/fhir/$bulk-publish'

/** How many days are published. */
const PUBLISHED_DAYS = 90

// Runs in libuv's thread pool.
const deflateRaw = promisify<string, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const inflateRaw = promisify<Buffer, Buffer>(zlib.inflateRaw)
const gzip = promisify<Buffer, Buffer>(zlib.gzip)

interface PublicationContext {
  db: Database
  siteUrl: string
  clinic: Clinic
  clinicClock: ClinicClock
  availability: Availability
}

interface Manifest {
  transactionTime: string
  request: string
  output: { type: ResourceType; url: string; extension: { state: string[] } }[]
  error: never[]
}

interface Publication {
  /** As JSON. */
  manifest(): string
  /** A file by its name: `Location.ndjson`, or `Slot-2027-03-01.ndjson` with the week from that Monday on. */
  file(name: string): Promise<PublishedFile | undefined>
}

export interface PublishedFile {
  /** Stays the same as long as the content does. */
  version: Buffer
  content(): Promise<Buffer>
  /** Compressed once for all clients that accept it; large files only. */
  gzipped?(): Promise<Buffer>
}

/**
 * The clinic's free times for other sites, as SMART Scheduling Links: docs/smart-scheduling-links.md. Files
 * are made on request from the present `GET /available`, so that none is older than the manifest requested
 * before it.
 */
export function createPublication(context: PublicationContext): Publication {
  const { db, siteUrl, clinic, clinicClock, availability } = context
  const namespace = readNamespace(db)
  const hasChanged = watchChanges(db)
  let asOf: { minute: unknown; at: Date } | undefined
  /** The compressed lines of each day, and the answer from which they were made. */
  const days = new Map<IsoDate, { treatments: Buffer; phone: string; lines: Buffer }>()

  /** The file of each week, by its Monday, and the days from which it was made. */
  const weeks = new Map<IsoDate, { days: readonly Buffer[]; gzipped: Promise<Buffer> }>()

  /** When the data last changed. */
  function transactionTime(): Date {
    const minute = clinicClock.moment()
    // `hasChanged` comes first: it must be called every time.
    if (hasChanged() || asOf?.minute !== minute) asOf = { minute, at: clinicClock.now() }
    return asOf.at
  }

  function directory(): Directory {
    return {
      siteUrl,
      namespace,
      clinic: clinic.details(clinicClock.moment().today),
      treatments: currentSchedule(db).treatments.filter(
        ({ prices, booking }) => prices.length > 0 && booking === 'online',
      ),
      doctors: listDoctors(db).map(({ doctor }) => doctor),
    }
  }

  async function linesOn(date: IsoDate, published: Directory): Promise<Buffer> {
    const treatments = availability.treatmentsOn(date)
    const { phone } = published.clinic
    const known = days.get(date)
    // The same buffer means that the day has not changed.
    if (known?.treatments === treatments && known.phone === phone) return known.lines
    const day = {
      date,
      available: JSON.parse(String(treatments)) as Treatment[],
      booked: listBookedTimes(db, date),
    }
    const slots = slotsOn(currentSchedule(db), day, published, clinicClock.moment())
    const lines = await deflateRaw(slots.join(''), { level: 1 })
    days.set(date, { treatments, phone, lines })
    return lines
  }

  function publishedDays(): { today: IsoDate; lastDay: IsoDate } {
    const { today, lastDay } = clinicClock.moment()
    const [end = lastDay] = [lastDay, dayAfter(today, PUBLISHED_DAYS - 1)].sort()
    return { today, lastDay: end }
  }

  async function slotsFrom(monday: IsoDate): Promise<PublishedFile> {
    const { today, lastDay } = publishedDays()
    for (const date of days.keys()) if (date < today || date > lastDay) days.delete(date)
    for (const first of weeks.keys()) if (dayAfter(first, 6) < today) weeks.delete(first)
    const published = directory()
    const week = Array.from({ length: 7 }, (_, days) => dayAfter(monday, days))
    const lines: Buffer[] = []
    // A day at a time, so that other calls are answered in between.
    for (const date of week.filter((date) => date >= today && date <= lastDay)) {
      lines.push(await linesOn(date, published))
    }
    const content = async () =>
      Buffer.concat(await Promise.all(lines.map((day) => inflateRaw(day))))
    return {
      version: Buffer.concat(lines),
      content,
      gzipped() {
        const known = weeks.get(monday)
        const isSame = known?.days.length === lines.length
        if (known && isSame && known.days.every((day, index) => day === lines[index])) {
          return known.gzipped
        }
        const gzipped = content().then((text) => gzip(text))
        weeks.set(monday, { days: lines, gzipped })
        gzipped.catch(() => weeks.delete(monday))
        return gzipped
      },
    }
  }

  const files = new Map<string, (of: Directory) => Resource[]>([
    ['Location.ndjson', (of) => [locationOf(of)]],
    ['HealthcareService.ndjson', healthcareServicesOf],
    ['Practitioner.ndjson', practitionersOf],
    ['PractitionerRole.ndjson', practitionerRolesOf],
    ['Schedule.ndjson', schedulesOf],
  ])

  return {
    manifest() {
      const at = transactionTime()
      const { today, lastDay } = publishedDays()
      const state = [directory().clinic.region]
      const output = (type: ResourceType, name: string) => ({
        type,
        url: `${siteUrl}/fhir/${name}`,
        extension: { state },
      })
      const manifest: Manifest = {
        transactionTime: at.toISOString(),
        request: `${siteUrl}${MANIFEST_PATH}`,
        output: [
          ...[...files.keys()].map((name) =>
            output(name.replace('.ndjson', '') as ResourceType, name),
          ),
          ...mondays(today, lastDay).map((monday) => output('Slot', `Slot-${monday}.ndjson`)),
        ],
        error: [],
      }
      return JSON.stringify(manifest)
    },
    async file(name) {
      const resources = files.get(name)
      if (resources) {
        const lines = toLines(resources(directory()))
        return { version: lines, content: async () => lines }
      }
      const [, monday] = /^Slot-(\d{4}-\d{2}-\d{2})\.ndjson$/.exec(name) ?? []
      const { today, lastDay } = publishedDays()
      if (!monday || !mondays(today, lastDay).includes(monday)) return undefined
      return slotsFrom(monday)
    },
  }
}

function toLines(resources: readonly Resource[]): Buffer {
  return Buffer.from(resources.map((resource) => `${JSON.stringify(resource)}\n`).join(''))
}

/** The Mondays of the weeks within a range. */
function mondays(today: IsoDate, lastDay: IsoDate): IsoDate[] {
  const weeks: IsoDate[] = []
  const first = dayAfter(today, -((weekdayOf(today) + 6) % 7))
  for (let monday = first; monday <= lastDay; monday = dayAfter(monday, 7)) weeks.push(monday)
  return weeks
}
