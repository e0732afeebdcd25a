import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { count } from '#contract/count.ts'
import type { ScheduleYear } from '#contract/schedule/schedule.ts'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { conflictsOptions } from '#web/desk/tasks/conflicts-api.ts'
import { AbsencesList } from './closures/absences-list.tsx'
import { readClosure, writeClosure } from './closures/closure-address.ts'
import HolidayBanner from './closures/holiday-banner.tsx'
import { YearStrip } from './closures/year-strip.tsx'
import { ExtraSessions } from './extra-sessions.tsx'
import { WeekHours } from './hours/week-hours.tsx'
import { WeekOverview } from './hours/week-overview.tsx'
import { scheduleYearOptions } from './schedule-api.ts'
import { ScheduleConflicts } from './schedule-conflicts.tsx'

/** Says that appointments need a decision, and are listed at the end. */
function ConflictsNotice() {
  const { data = [] } = useQuery(conflictsOptions)
  if (data.length === 0) return null
  return (
    <p className="mb-6 rounded-2xl bg-peach px-4 py-3 font-bold">
      <a href="#conflicts" className="underline underline-offset-4">
        {data.length === 1
          ? '1 appointment no longer fits'
          : `${data.length} appointments no longer fit`}
      </a>
    </p>
  )
}

/** The tabs of the schedule besides the hours, by the last part of their path. */
const SECTIONS: Record<string, () => ReactNode> = {
  closures: Closures,
  absences: Absences,
  'extra-sessions': ExtraSessions,
}

/**
 * The clinic's hours, closures, absences or extra sessions; each page also lists the appointments that do not
 * fit.
 */
export default function SchedulePage() {
  const { section } = useParams()
  const [address] = useSearchParams()
  // The address from when all of this was one page.
  if (section === undefined && address.has('close')) {
    return <Navigate to={`/dashboard/schedule/closures?${address}`} replace />
  }
  const Section = section === undefined ? Hours : SECTIONS[section]
  if (!Section) return <Navigate to="/dashboard/schedule" replace />
  return (
    <>
      <PageTitle className="mb-6">Schedule</PageTitle>
      <ConflictsNotice />
      <div className="grid gap-6">
        <Section />
        <ScheduleConflicts />
      </div>
    </>
  )
}

function Hours() {
  const { data: year } = useQuery(scheduleYearOptions)
  return (
    <>
      {year && <WeekOverview today={year.today} changes={year.changes} />}
      <WeekHours />
    </>
  )
}

function Closures() {
  const [address] = useSearchParams()
  const query = address.toString()
  const { data: year } = useQuery(scheduleYearOptions)
  const initial = useMemo(() => readClosure(new URLSearchParams(query)), [query])
  return (
    <>
      <HolidayBanner />
      {year && <YearOverview year={year} />}
      <AbsencesList key={query} initial={initial} />
    </>
  )
}

function Absences() {
  const year = useQuery(scheduleYearOptions)
  return (
    <Loaded query={year} what="the absences">
      {(loaded) => (
        <>
          <YearOverview year={loaded} />
          <AbsencesOfDoctors year={loaded} />
        </>
      )}
    </Loaded>
  )
}

/** Links to each doctor's absences. */
function AbsencesOfDoctors({ year }: { year: ScheduleYear }) {
  const doctors = year.rows.flatMap(({ doctor, closures }) =>
    doctor ? [{ ...doctor, absences: closures.length }] : [],
  )
  return (
    <Card>
      <h2 className="text-2xl">By doctor</h2>
      <p className="mb-3">
        <InlineLink to="/dashboard/absence">Ill today?</InlineLink> Decide at once what happens to
        each appointment.
      </p>
      {doctors.length === 0 && <p>The clinic has no doctors yet.</p>}
      <ul aria-label="Doctors" className="grid">
        {doctors.map(({ _id, name, absences }) => (
          <li
            key={_id}
            className="flex flex-wrap justify-between gap-x-4 border-t border-base-300 py-2"
          >
            <InlineLink to={`/dashboard/managedoctors/${_id}`}>{name}</InlineLink>
            <span className="text-muted">
              {absences === 0 ? 'No absences' : count(absences, 'absence')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * The closures of the clinic and the absences of its doctors in the next twelve months, with the number of
 * appointments in each. Dragging opens the form, and names link to it.
 */
function YearOverview({ year }: { year: ScheduleYear }) {
  const navigate = useNavigate()
  return (
    <Card className="max-md:hidden">
      <h2 className="text-2xl">Closures and absences</h2>
      <p className="mb-3 text-muted">
        In the next twelve months, with the number of appointments in each. Press a name to open its
        form.
      </p>
      <YearStrip
        today={year.today}
        rows={year.rows.map(({ doctor, closures }) => {
          const page = doctor
            ? `/dashboard/managedoctors/${doctor._id}`
            : '/dashboard/schedule/closures'
          return {
            id: doctor?._id ?? 'clinic',
            name: (
              <Link
                to={page}
                className="underline decoration-line underline-offset-4 hover:decoration-current"
              >
                {doctor?.name ?? 'The clinic'}
              </Link>
            ),
            closures,
            noun: doctor ? 'absence' : 'closure',
            withHolidays: doctor === null,
            onChoose: (date, until) => void navigate(`${page}?${writeClosure({ date, until })}`),
          }
        })}
      />
    </Card>
  )
}
