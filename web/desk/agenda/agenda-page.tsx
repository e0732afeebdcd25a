import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { startOfWeek } from 'date-fns/startOfWeek'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { dayAfter, formatLongDay, fromIsoDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { useWideScreen } from '#web/components/table.tsx'
import { agendaOptions } from '#web/desk/appointments/agenda-api.ts'
import type { AskedOfAgenda } from '#web/desk/appointments/asked-of-agenda.ts'
import { frameOptions } from '#web/desk/appointments/frame-api.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { SameNamesContext } from '#web/desk/patients/patient-name.tsx'
import { findSameNames } from '#web/desk/patients/same-names.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { findOccupied, OccupiedRooms } from './appointment/occupied-rooms.ts'
import { Calendar, type CalendarToolbar } from './calendar/calendar.tsx'
import { CalendarSkeleton } from './calendar/calendar-skeleton.tsx'
import { CalendarWeek } from './calendar/calendar-week.tsx'
import { DayNotices } from './day-notices.tsx'
import { Summary, WaitingLinks } from './summary.tsx'
import { Toolbar, titleOf } from './toolbar.tsx'
import { type AgendaAddress, type Filter, useAgendaAddress } from './use-agenda-address.ts'
import { useAgendaKeys } from './use-agenda-keys.ts'
import { AgendaWeek, ListedWeek } from './views/agenda-week.tsx'
import { DaySheets } from './views/day-sheets.tsx'

const dayList = componentChunk(() => import('./views/day-list.tsx'))
const month = componentChunk(() => import('./views/agenda-month.tsx'))
const canceledList = componentChunk(() => import('./views/canceled-list.tsx'))
const unsettled = componentChunk(() => import('./unsettled.tsx'))
const keysDialog = componentChunk(() => import('./keys-dialog.tsx'))
const walkInDialog = componentChunk(() => import('./walk-in-dialog.tsx'))

/** The front desk's appointments of a day, a week or a month, for staff, in the view that was chosen last. */
export default function AgendaPage() {
  const { hasView, linkTo } = useAgendaAddress(undefined)
  const { state } = useLocation()
  // So that a reload, Back and a copied address show the same view.
  return hasView ? <Today /> : <Navigate to={linkTo({})} replace state={state} />
}

function Today() {
  // Preloaded, so that keys typed while they open are not lost. A failure is shown when one is opened.
  useEffect(() => {
    for (const chunk of [dayList, walkInDialog]) chunk.load().catch(() => undefined)
  }, [])
  const config = useQuery(configOptions())
  const today = config.data?.clinic.today
  const address = useAgendaAddress(today)
  const [walkIn, setWalkIn] = useState<AskedOfAgenda['walkIn']>()
  const [showsKeys, setShowsKeys] = useState(false)
  useAsked('walkIn', setWalkIn)
  useAgendaKeys({
    t: () => address.goTo(null),
    w: () => setWalkIn('free'),
    '?': () => setShowsKeys(true),
  })
  const actions = (
    <Button aria-keyshortcuts="w" onClick={() => setWalkIn('free')}>
      Walk-in
    </Button>
  )
  const rareActions = (
    <>
      <ButtonLink look="quiet" to="/dashboard/absence">
        Ill doctor
      </ButtonLink>
      <ButtonLink look="quiet" to="/dashboard/help#shortcuts">
        Shortcuts
      </ButtonLink>
    </>
  )

  return (
    <>
      {showsKeys && (
        <LazyComponent
          chunk={keysDialog}
          props={{ onClose: () => setShowsKeys(false) }}
          waiting={null}
        />
      )}
      {walkIn && today && (
        <LazyComponent
          chunk={walkInDialog}
          props={{ today, opensWith: walkIn, onClose: () => setWalkIn(undefined) }}
          waiting={null}
        />
      )}
      {address.view === 'settle'
        ? today && (
            <>
              <PageTitle className="print:text-2xl">To settle</PageTitle>
              <LazyComponent
                chunk={unsettled}
                props={{ today, back: address.linkTo({ view: 'list' }) }}
                waiting={<ListSkeleton label="Loading the appointments to settle" />}
              />
            </>
          )
        : address.date && (
            <Days
              {...address}
              date={address.date}
              today={today}
              actions={actions}
              rareActions={rareActions}
            />
          )}
      {config.isPending && <ListSkeleton label="Loading the appointments" />}
      {config.isLoadingError && (
        <LoadError title="We couldn’t load the appointments" query={config} />
      )}
    </>
  )
}

/**
 * Runs the action that the palette navigated here for, once.
 * @param isReady whether it can run now
 */
function useAsked<What extends keyof AskedOfAgenda>(
  what: What,
  run: (asked: AskedOfAgenda[What]) => void,
  isReady = true,
): void {
  const { state, key, search } = useLocation()
  const navigate = useNavigate()
  const runAsked = useEffectEvent(() => {
    const asked = (state as AskedOfAgenda | null)?.[what]
    if (!asked) return
    // So that a reload does not run it again.
    void navigate({ search }, { replace: true, preventScrollReset: true })
    run(asked)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address that was gone to.
  useEffect(() => {
    if (isReady) runAsked()
  }, [key, isReady])
}

interface DaysProps extends Omit<AgendaAddress, 'date'> {
  date: IsoDate
  today: IsoDate | undefined
  actions: ReactNode
  rareActions: ReactNode
}

function Days(props: DaysProps) {
  const { date, view, show, linkTo } = props
  const isWeek = view === 'week'
  const first = isWeek ? toIsoDate(startOfWeek(fromIsoDate(date))) : date
  const days = { date: first, days: isWeek ? 7 : 1 }
  const query = useQuery({ ...agendaOptions(days), enabled: view !== 'month' })
  const frame = useQuery({ ...frameOptions(days), enabled: view !== 'month' })
  // Phones have lists.
  const isCalendar = useWideScreen() ? isWeek || view === 'day' : view === 'day'
  // In the next frame, because the browser prints what it has rendered.
  useAsked(
    'print',
    () => requestAnimationFrame(() => window.print()),
    query.data !== undefined && !query.isPlaceholderData,
  )
  const [doctor, setDoctor] = useState('')
  const names = [
    ...(query.data?.entries.flatMap((entry) => entry.doctor?.name ?? []) ?? []),
    ...(isWeek ? (frame.data?.doctors.map(({ name }) => name) ?? []) : []),
  ]
  const doctors = [...new Set(names)].sort()
  // From all doctors, because the other patient may be in another room.
  const chosen = view !== 'day' && doctors.includes(doctor) ? doctor : ''
  const agenda = useMemo(
    () =>
      query.data && {
        ...query.data,
        entries: query.data.entries.filter((entry) => !chosen || entry.doctor?.name === chosen),
      },
    [query.data, chosen],
  )
  // Of all doctors, because the other patient may be in another room.
  const sameNames = useMemo(() => findSameNames(query.data?.entries ?? []), [query.data])
  const occupied = useMemo(
    () => findOccupied(query.data ?? { entries: [], today: '' }),
    [query.data],
  )
  const linkToFilter = (show: Filter) => linkTo({ view: 'list', show })
  const figures = agenda && <Summary agenda={agenda} linkTo={isWeek ? undefined : linkToFilter} />
  const waiting = agenda && <WaitingLinks agenda={agenda} settleLink={linkTo({ view: 'settle' })} />
  const doctorField = view !== 'month' && view !== 'day' && doctors.length > 1 && (
    <select
      aria-label="Doctor"
      value={chosen}
      onChange={({ target }) => setDoctor(target.value)}
      className="field field-choice max-w-40"
    >
      <option value="">All doctors</option>
      {doctors.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
  const shown = { agenda, first, show, linkTo, doctor: chosen }
  if (isCalendar) {
    const toolbar: CalendarToolbar = (more, rare) => (
      <>
        <Toolbar
          {...props}
          {...{ first, figures, waiting, rare }}
          more={
            <>
              {doctorField}
              {more}
            </>
          }
        />
        <div className="px-4 pb-2 empty:hidden">
          <DayNotices {...days} doctor={chosen} />
        </div>
      </>
    )
    return (
      <OccupiedRooms value={occupied}>
        <SameNamesContext value={sameNames}>
          <DaysCalendar {...props} {...shown} {...{ query, frame, toolbar }} />
        </SameNamesContext>
      </OccupiedRooms>
    )
  }
  return (
    <OccupiedRooms value={occupied}>
      <SameNamesContext value={sameNames}>
        <Toolbar
          {...props}
          first={first}
          {...(view !== 'month' && { figures, waiting })}
          more={doctorField}
        />
        {view !== 'month' && <DayNotices {...days} doctor={chosen} />}
        {view === 'month' ? (
          <LazyComponent
            chunk={month}
            props={{ date, linkTo: (day) => linkTo({ view: 'day', date: day }) }}
            waiting={<ListSkeleton label="Loading the month" />}
          />
        ) : (
          <Appointments {...shown} query={query} frame={frame.data} view={view} />
        )}
      </SameNamesContext>
    </OccupiedRooms>
  )
}

interface ShownProps extends Pick<AgendaAddress, 'view' | 'show' | 'linkTo'> {
  query: UseQueryResult<Agenda>
  /** Its appointments of that doctor. */
  agenda: Agenda | undefined
  /** The first day. */
  first: IsoDate
  /** Name of the doctor whose appointments are shown; empty for all. */
  doctor: string
}

interface DaysCalendarProps extends ShownProps {
  frame: UseQueryResult<AgendaFrame>
  toolbar: CalendarToolbar
}

/** The calendar of a day or a week, and what is printed of it. */
function DaysCalendar(props: DaysCalendarProps) {
  const { query, agenda, frame, view, first, linkTo, doctor, toolbar } = props
  const linkToDay = (date: IsoDate) => linkTo({ view: 'day', date })
  const isFailed =
    (!query.data && query.isError && query) || (!frame.data && frame.isError && frame)
  const waiting = isFailed ? (
    <div className="p-4">
      <LoadError title="We couldn’t load the calendar" query={isFailed} />
    </div>
  ) : (
    <CalendarSkeleton label="Loading the calendar" />
  )
  const shown = {
    agenda,
    frame: frame.data,
    answeredAt: query.dataUpdatedAt,
    waiting,
    isPrivate: usePrivacy(),
    toolbar,
  }
  if (view === 'day') {
    return (
      <>
        <Calendar {...shown} />
        {agenda && <DaySheets entries={agenda.entries} title={formatLongDay(first)} />}
      </>
    )
  }
  return (
    <>
      <CalendarWeek {...shown} doctor={doctor} linkTo={linkToDay} />
      {agenda && (
        <div className="hidden print:block">
          <p className="text-2xl font-bold">
            {[titleOf(view, first, undefined), doctor].filter(Boolean).join(', ')}
          </p>
          <AgendaWeek {...{ agenda, first }} frame={frame.data} linkTo={linkToDay} />
        </div>
      )}
    </>
  )
}

interface AppointmentsProps extends ShownProps {
  frame: AgendaFrame | undefined
}

/** The appointments of the day or the week that begins with `first`, as a list. */
function Appointments(props: AppointmentsProps) {
  const { query, agenda, frame, view, show, first, linkTo, doctor } = props
  const { data } = query
  const isWeek = view === 'week'
  if (query.isPending) return <ListSkeleton label="Loading the appointments" />
  if (!data && query.isError) {
    return <LoadError title="We couldn’t load the appointments" query={query} />
  }
  if (!agenda) return null
  const isOver = dayAfter(first, isWeek ? 6 : 0) < agenda.today
  const shown = { agenda, first }
  const list = isWeek ? (
    <ListedWeek {...shown} frame={frame} linkTo={(date) => linkTo({ view: 'day', date })} />
  ) : (
    <>
      <LazyComponent
        chunk={dayList}
        props={{ ...shown, show, linkTo }}
        waiting={<ListSkeleton label="Loading the agenda" />}
      />
      <DaySheets entries={agenda.entries} title={formatLongDay(first)} />
    </>
  )
  return (
    <>
      {data?.entries.length === 0 ? (
        <EmptyState
          title={isWeek ? 'No appointments this week' : 'No appointments this day'}
          action={
            !isWeek &&
            !isOver && (
              <ButtonLink look="secondary" to={linkTo({ view: 'day' })}>
                See the free times
              </ButtonLink>
            )
          }
        >
          {!isOver && 'Bookings show up here within two seconds.'}
        </EmptyState>
      ) : (
        list
      )}
      {!isWeek && (
        <LazyComponent chunk={canceledList} props={{ date: first, doctor }} waiting={null} />
      )}
    </>
  )
}
