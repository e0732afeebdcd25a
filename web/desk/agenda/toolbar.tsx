import { IconButton } from '#web/components/icon-button.tsx'
import { formatNearDay } from '#web/desk/appointments/day-format.ts'
import './agenda.css'
import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { dayAfter, fromIsoDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { useWideScreen } from '#web/components/table.tsx'
import { DayField } from '#web/desk/appointments/day-field.tsx'
import { DaySteps } from '#web/desk/appointments/day-steps.tsx'
import { type AgendaAddress, rememberView, VIEWS, type View } from './use-agenda-address.ts'
import { choosePaper, PAPERS, type Paper, usePaper } from './views/paper.ts'

interface ToolbarProps extends Pick<AgendaAddress, 'view' | 'linkTo' | 'goTo'> {
  date: IsoDate
  today: IsoDate | undefined
  /** The first day of the week, or the day itself. */
  first: IsoDate
  /** The day's figures. */
  figures?: ReactNode
  /** Links to what is left from earlier days. */
  waiting?: ReactNode
  /** The controls of every view. */
  actions: ReactNode
  /** The controls of every view in the popover. */
  rareActions: ReactNode
  /** The controls of one view. */
  more?: ReactNode
  /** The controls of one view in the popover. */
  rare?: ReactNode
}

/** The day with its figures, other days, and the views: one line where there is room. */
export function Toolbar(props: ToolbarProps) {
  const { date, view, today, first, linkTo, goTo } = props
  const { figures, waiting, more, rare, actions, rareActions } = props
  const isRoomy = useWideScreen('xl')
  const stepBy = (count: number) =>
    view === 'month'
      ? toIsoDate(addMonths(fromIsoDate(date), count))
      : dayAfter(date, view === 'week' ? 7 * count : count)
  const title =
    view === 'month' ? format(fromIsoDate(date), 'MMMM yyyy') : titleOf(view, first, today)
  // On paper, each page has the day.
  const isOneDay = view === 'list' || view === 'day'
  return (
    <div className="agenda-toolbar">
      <div className="agenda-heading">
        <div>
          <PageTitle className={isOneDay ? 'print:hidden' : 'print:text-2xl'}>Today</PageTitle>
          <p className={`text-lg leading-tight font-bold ${isOneDay ? 'print:hidden' : ''}`}>
            {title}
          </p>
          {figures}
        </div>
        <div className="contents print:hidden">{waiting}</div>
      </div>
      <div className="contents print:hidden">
        <DaySteps
          isToday={date === today}
          onStep={(by) => goTo(by === 0 ? null : stepBy(by))}
          todayKey="t"
        />
        <nav aria-label="Views" className="segmented">
          {(Object.entries(VIEWS) as [View, string][]).map(([each, label]) => (
            <Link
              key={each}
              to={linkTo({ view: each })}
              onClick={() => rememberView(each)}
              aria-current={each === view ? 'page' : undefined}
              className="segment"
            >
              {label}
            </Link>
          ))}
        </nav>
        {isRoomy && more}
        {isRoomy && <PrintButton />}
        <MoreOptions>
          <DayField date={date} onChoose={goTo} />
          {!isRoomy && more}
          {rare}
          {isOneDay && <PaperField />}
          {rareActions}
          {!isRoomy && <PrintButton />}
        </MoreOptions>
        <div className="ms-auto flex">{actions}</div>
      </div>
    </div>
  )
}

function PaperField() {
  const paper = usePaper()
  return (
    <label className="grid gap-1 text-sm font-bold">
      On paper
      <select
        value={paper}
        onChange={({ target }) => choosePaper(target.value as Paper)}
        className="field field-choice"
      >
        {Object.entries(PAPERS).map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function PrintButton() {
  return <IconButton label="Print" Icon={Printer} onClick={() => window.print()} />
}

/** The toolbar's further controls, in a popover. */
function MoreOptions({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <IconButton label="More options" Icon={Ellipsis} popoverTarget={id} />
      <div id={id} popover="auto" className="popup agenda-more shadow-lift">
        {children}
      </div>
    </>
  )
}

/**
 * 'Fri, Jun 5', 'Week of Sun, May 30, 2027'.
 * @param first of the week, or the day itself
 */
export function titleOf(view: View, first: IsoDate, today: IsoDate | undefined): string {
  const day = formatNearDay(first, today)
  return view === 'week' ? `Week of ${day}` : day
}
