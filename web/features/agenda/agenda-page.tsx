import { useQuery } from '@tanstack/react-query'
import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
import { startOfWeek } from 'date-fns/startOfWeek'
import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { count } from '#contract/count.ts'
import { dayAfter, formatWireDate, fromIsoDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { agendaOptions } from './agenda-api.ts'
import { DayField } from './day-field.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Unsettled } from './unsettled.tsx'
import { type AgendaAddress, useAgendaAddress, VIEWS, type View } from './use-agenda-address.ts'
import { useAgendaKeys } from './use-agenda-keys.ts'
import { useLiveAgenda } from './use-live-agenda.ts'
import { AgendaGrid } from './views/agenda-grid.tsx'
import { AgendaList } from './views/agenda-list.tsx'
import { AgendaMonth } from './views/agenda-month.tsx'
import { findNextStart, standingOf } from './views/agenda-order.ts'
import { AgendaSheet } from './views/agenda-sheet.tsx'
import { AgendaWeek } from './views/agenda-week.tsx'
import { WalkInDialog } from './walk-in-dialog.tsx'

/** The front desk's appointments of a day or a week, for staff. */
export default function AgendaPage() {
  useLiveAgenda()
  const config = useQuery(configOptions())
  const today = config.data?.clinic.today
  const address = useAgendaAddress(today)
  const [isPrivate, setPrivate] = usePrivacy()
  const navigate = useNavigate()
  const [isWalkIn, setWalkIn] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  useAgendaKeys({
    t: () => address.goTo(null),
    w: () => setWalkIn(true),
    '/': () => void navigate('/dashboard/families'),
    '?': () => setShowsKeys(true),
  })

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageTitle className="print:text-2xl">Agenda</PageTitle>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            look="quiet"
            aria-keyshortcuts="?"
            onClick={() => setShowsKeys(true)}
            className="max-md:hidden"
          >
            Shortcuts
          </Button>
          <ButtonLink look="secondary" to="/dashboard/families" aria-keyshortcuts="/">
            Find a family
          </ButtonLink>
          <Button aria-keyshortcuts="w" onClick={() => setWalkIn(true)}>
            Walk-in
          </Button>
        </div>
      </div>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      {isWalkIn && today && <WalkInDialog today={today} onClose={() => setWalkIn(false)} />}
      {address.view === 'settle'
        ? today && (
            <Unsettled
              today={today}
              isPrivate={isPrivate}
              back={address.linkTo({ view: 'list' })}
            />
          )
        : address.date && (
            <Days
              {...address}
              date={address.date}
              isPrivate={isPrivate}
              onPrivate={setPrivate}
              today={today}
            />
          )}
      {config.isPending && <ListSkeleton label="Loading the agenda" />}
      {config.isLoadingError && <LoadError title="We couldn’t load the agenda" query={config} />}
    </>
  )
}

interface DaysProps extends Omit<AgendaAddress, 'date'> {
  date: IsoDate
  today: IsoDate | undefined
  isPrivate: boolean
  onPrivate: (isPrivate: boolean) => void
}

function Days({ date, view, today, linkTo, goTo, isPrivate, onPrivate }: DaysProps) {
  const first = view === 'week' ? toIsoDate(startOfWeek(fromIsoDate(date))) : date
  // On paper, each page has the day.
  const isOneDay = view === 'list' || view === 'grid'
  const stepBy = (count: number) =>
    view === 'month'
      ? toIsoDate(addMonths(fromIsoDate(date), count))
      : dayAfter(date, view === 'week' ? 7 * count : count)

  return (
    <>
      <p className={`mt-2 text-lg text-muted ${isOneDay ? 'print:hidden' : ''}`}>
        {view === 'month'
          ? format(fromIsoDate(date), 'MMMM yyyy')
          : view === 'week'
            ? `Week of ${longDay(first)}`
            : longDay(date)}
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <div className="flex flex-wrap gap-1">
          <DayButton label="Previous" onClick={() => goTo(stepBy(-1))} />
          <DayButton
            label="Today"
            shortcut="t"
            disabled={date === today}
            onClick={() => goTo(null)}
          />
          <DayButton label="Next" onClick={() => goTo(stepBy(1))} />
        </div>
        <DayField date={date} onChoose={goTo} />
        <nav aria-label="Views" className="flex flex-wrap gap-1">
          {Object.entries(VIEWS).map(([each, label]) => (
            <Link
              key={each}
              to={linkTo({ view: each as View })}
              aria-current={each === view ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-full px-4 font-bold hover:bg-leaf aria-[current]:bg-leaf aria-[current]:text-primary"
            >
              {label}
            </Link>
          ))}
        </nav>
        <label className="flex min-h-11 items-center gap-2 font-bold">
          <input
            type="checkbox"
            checked={isPrivate}
            onChange={({ target }) => onPrivate(target.checked)}
            className="size-5 accent-primary"
          />
          Initials only
        </label>
        <Button look="secondary" onClick={() => window.print()} className="px-5">
          Print
        </Button>
      </div>

      {view === 'month' ? (
        <AgendaMonth date={date} linkTo={(day) => linkTo({ view: 'list', date: day })} />
      ) : (
        <Appointments view={view} first={first} linkTo={linkTo} isPrivate={isPrivate} />
      )}
    </>
  )
}

/** The appointments of the day or the week that begins with `first`. */
function Appointments({ view, first, linkTo, isPrivate }: Omit<EntriesProps, 'agenda'>) {
  const isWeek = view === 'week'
  const query = useQuery(agendaOptions({ date: first, days: isWeek ? 7 : 1 }))
  const { data } = query
  return (
    <>
      {query.isPending && <ListSkeleton label="Loading the agenda" />}
      {!data && query.isError && <LoadError title="We couldn’t load the agenda" query={query} />}
      {data && (
        <>
          <Summary agenda={data} settleLink={linkTo({ view: 'settle' })} />
          {data.entries.length === 0 ? (
            <EmptyState title={isWeek ? 'No appointments this week' : 'No appointments this day'}>
              Bookings show up here within two seconds.
            </EmptyState>
          ) : (
            <Entries
              agenda={data}
              view={view}
              first={first}
              linkTo={linkTo}
              isPrivate={isPrivate}
            />
          )}
        </>
      )}
    </>
  )
}

interface EntriesProps extends Pick<AgendaAddress, 'view' | 'linkTo'> {
  agenda: Agenda
  first: IsoDate
  isPrivate: boolean
}

function Entries({ agenda, view, first, linkTo, isPrivate }: EntriesProps) {
  const { today, minute, checkInMinutes, entries } = agenda
  const time = useMemo<ClinicTime>(
    () => ({ today, minute, checkInMinutes }),
    [today, minute, checkInMinutes],
  )
  if (view === 'week') {
    return (
      <AgendaWeek
        first={first}
        today={today}
        entries={entries}
        isPrivate={isPrivate}
        linkTo={(date) => linkTo({ view: 'list', date })}
      />
    )
  }
  const shown = { entries, time, isPrivate }
  return (
    <>
      <div className="print:hidden">
        {view === 'grid' ? <AgendaGrid {...shown} /> : <AgendaList key={first} {...shown} />}
      </div>
      <AgendaSheet entries={entries} title={longDay(first)} isPrivate={isPrivate} />
    </>
  )
}

/** What the front desk has to know at a glance. */
function Summary({ agenda, settleLink }: { agenda: Agenda; settleLink: string }) {
  const { entries, toSettle, toHandBack } = agenda
  const next = findNextStart(entries, agenda)
  const countThose = (test: (entry: AgendaEntry) => boolean) => entries.filter(test).length
  const standing = (entry: AgendaEntry) =>
    standingOf(entry, agenda, entry.date === agenda.today && entry.startMinute === next)
  const figures = [
    ['appointments', entries.length],
    ['waiting', countThose((entry) => standing(entry) === 'waiting')],
    ['late', countThose((entry) => standing(entry) === 'late')],
    ['not paid', countThose((entry) => !entry.paid)],
  ] as const
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {figures.map(([name, figure]) => (
          <li key={name}>
            <span className="text-2xl font-extrabold">{figure}</span> {name}
          </li>
        ))}
      </ul>
      {toSettle > 0 && (
        <Link
          to={settleLink}
          className="flex min-h-11 items-center font-bold underline underline-offset-4 print:hidden"
        >
          {toSettle} to settle
        </Link>
      )}
      {toHandBack > 0 && (
        <Link
          to="/dashboard/refunds"
          className="flex min-h-11 items-center font-bold underline underline-offset-4 print:hidden"
        >
          {count(toHandBack, 'refund')} to hand back
        </Link>
      )}
    </div>
  )
}

interface DayButtonProps {
  label: string
  shortcut?: string
  disabled?: boolean
  onClick: () => void
}

function DayButton({ label, shortcut, disabled, onClick }: DayButtonProps) {
  return (
    <Button
      look="secondary"
      disabled={disabled}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      className="min-h-11 px-4"
    >
      {label}
    </Button>
  )
}

const PRIVACY_KEY = 'sprout.agenda-initials'

/** Initials instead of names, for screens that others can see; kept on this computer. */
function usePrivacy() {
  const [isPrivate, setPrivate] = useState(() => localStorage.getItem(PRIVACY_KEY) === 'on')
  useEffect(() => {
    if (isPrivate) localStorage.setItem(PRIVACY_KEY, 'on')
    else localStorage.removeItem(PRIVACY_KEY)
  }, [isPrivate])
  return [isPrivate, setPrivate] as const
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })

/** 'Friday, Jun 5, 2026' */
function longDay(date: IsoDate): string {
  return `${weekday.format(fromIsoDate(date))}, ${formatWireDate(date)}`
}
