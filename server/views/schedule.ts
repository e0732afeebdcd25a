import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { LegalPage, LegalVersion } from '#contract/legal/legal-pages.ts'
import { LEGAL_TITLES } from '#contract/legal/legal-titles.ts'
import { toDollars } from '#contract/money.ts'
import type {
  CanceledWithChange,
  Impact,
  Schedule,
  ScheduleYear,
} from '#contract/schedule/schedule.ts'
import type { ExtraSession } from '#contract/treatments/extra-sessions.ts'
import type { Canceled } from '#domain/booking/decided-cancellations.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type { PublishedVersion } from '#domain/legal/legal-pages.ts'
import type { Affected } from '#domain/schedule/closures.ts'
import type { OwnSchedule } from '#domain/schedule/hours.ts'
import type { readYear } from '#domain/schedule/read-year.ts'
import type { KnownImpact } from '#domain/schedule/schedule-conflicts.ts'
import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'
import type { SessionRow } from '#drizzle/queries/schedule/extra-sessions.ts'
import { toImpact } from './appointments.ts'
import { toNamed } from './with-id.ts'

/** When the clinic is closed and doctors are away from today on, and on which days hours change. */
export function toScheduleYear(
  { changes, rows }: ReturnType<typeof readYear>,
  today: IsoDate,
): ScheduleYear {
  return {
    today,
    changes,
    rows: rows.map(({ doctor, closures }) => ({
      doctor: doctor && toNamed(doctor),
      closures: closures.map(({ appointments, ...closure }) => ({
        ...toClosure(closure),
        appointments,
      })),
    })),
  }
}

/** The hours and closures of the clinic or a doctor, as admins see them. */
export function toSchedule({ closures, ...schedule }: OwnSchedule): Schedule {
  return { ...schedule, closures: closures.map(toClosure) }
}

function toClosure({ id: _id, doctorId: _doctorId, ...closure }: ClosureRow) {
  return { _id, ...closure }
}

/** An extra session with its number of appointments, for admins. */
export function toExtraSession({
  session,
  booked,
}: {
  session: SessionRow
  booked: number
}): ExtraSession {
  const { id, doctorId, date, fromMinute, toMinute, everyMinutes, priceCents } = session
  return {
    _id: id,
    doctor: doctorId,
    date,
    fromMinute,
    toMinute,
    treatments: [...session.treatmentIds],
    everyMinutes,
    price: priceCents === null ? null : toDollars(priceCents),
    booked,
  }
}

/** The effect of a closure on appointments, and the other times that a re-offer would hold. */
export function toClosureImpact(
  known: KnownImpact,
  { affected, plan }: Affected,
  { timeZone }: Pick<ClinicMoment, 'timeZone'>,
  dial: Dial,
): Impact {
  const impact = toImpact(known, dial)
  if (!plan || affected.length === 0) return impact
  const named = new Set(impact.appointments.map(({ _id }) => _id))
  const { today: date, minute } = wallClockAt(plan.deadlines.answerBy, timeZone)
  const times = plan.times
    .filter(({ row }) => named.has(row.id))
    .map((time) => ({
      _id: time.row.id,
      date: time.date,
      slot: formatSlot(time),
      doctor: time.doctor?.name ?? null,
    }))
  const { fingerprint } = plan
  return {
    ...impact,
    reoffer: { fingerprint, untilAt: { date, minute }, total: plan.times.length, times },
  }
}

/** How many appointments a change canceled, and how many a job is canceling. */
export function toCanceled({ cancelled, refunded, toCancel }: Canceled): CanceledWithChange {
  return { cancelled, refunded, ...(toCancel > 0 && { toCancel }) }
}

/** A version of a legal page. */
export function toLegalPage({
  row,
  translations,
  versions,
  inEffect,
}: PublishedVersion): LegalPage {
  const { page, body } = row
  const factsOf = ({
    version,
    effectiveOn,
    publishedAt,
    languages,
  }: PublishedVersion['versions'][number]): LegalVersion => ({
    version,
    effectiveOn,
    publishedAt: publishedAt.toISOString(),
    state:
      version === inEffect
        ? 'current'
        : inEffect === undefined || version > inEffect
          ? 'upcoming'
          : 'former',
    ...(languages.length > 0 && { languages }),
  })
  const languages = translations.map(({ language }) => language)
  return {
    page,
    title: LEGAL_TITLES[page],
    ...factsOf({ ...row, languages }),
    body,
    ...(translations.length > 0 && { translations }),
    versions: versions.map(factsOf),
  }
}
