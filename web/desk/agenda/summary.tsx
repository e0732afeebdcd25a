import { Link } from 'react-router-dom'
import { count } from '#contract/count.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { deskStateOf, findNextStart, isNext } from '#web/desk/appointments/agenda-order.ts'
import type { Filter } from './use-agenda-address.ts'

interface SummaryProps {
  agenda: Agenda
  /** The address of a filtered list; absent where the list has no filter. */
  linkTo?: ((show: Filter) => string) | undefined
}

/** The day's figures for the front desk, which link to the list. */
export function Summary({ agenda, linkTo }: SummaryProps) {
  const { entries } = agenda
  const next = findNextStart(entries, agenda)
  const countThose = (test: (entry: AgendaEntry) => boolean) => entries.filter(test).length
  const deskState = (entry: AgendaEntry) => deskStateOf(entry, agenda, isNext(entry, agenda, next))
  // On wide screens the top bar shows today's status instead.
  const isInTopBar = entries.every(({ date }) => date === agenda.today)
  const figures = [
    ['arrived', countThose((entry) => deskState(entry) === 'waiting'), 'waiting'],
    ['in a room', countThose((entry) => deskState(entry) === 'in_room'), null],
    ['late', countThose((entry) => deskState(entry) === 'late'), 'late'],
  ] as const
  return (
    <ul className="flex flex-wrap gap-x-2.5 text-xs whitespace-nowrap print:text-base">
      <li>
        <Figure name="booked" number={entries.length} show={null} />
      </li>
      {figures.map(
        ([name, number, show]) =>
          number > 0 && (
            <li key={name} className={isInTopBar ? 'lg:hidden print:list-item' : undefined}>
              <Figure {...{ name, number, show, linkTo }} />
            </li>
          ),
      )}
      <li>
        <Figure
          name="not paid"
          number={countThose((entry) => !entry.paid)}
          {...{ show: 'unpaid', linkTo }}
        />
      </li>
    </ul>
  )
}

interface FigureProps extends Pick<SummaryProps, 'linkTo'> {
  name: string
  number: number
  show: Filter | null
}

/** '5 late' */
function Figure({ name, number, show, linkTo }: FigureProps) {
  const text = (
    <>
      <span className="font-extrabold tabular-nums">{number}</span> {name}
    </>
  )
  if (!show || !linkTo || number === 0) return text
  return (
    <Link
      to={linkTo(show)}
      className="inline-block min-h-6 underline underline-offset-4 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center pointer-coarse:gap-1"
    >
      {text}
    </Link>
  )
}

const LINK =
  'flex min-h-9 items-center font-bold whitespace-nowrap underline underline-offset-4 pointer-coarse:min-h-11 print:hidden'

/** Links to what is left from earlier days. */
export function WaitingLinks({ agenda, settleLink }: { agenda: Agenda; settleLink: string }) {
  const { toSettle, toHandBack } = agenda
  return (
    <>
      {toSettle > 0 && (
        <Link to={settleLink} className={LINK}>
          {toSettle} to settle
        </Link>
      )}
      {toHandBack > 0 && (
        <Link to="/dashboard/refunds" className={LINK}>
          {count(toHandBack, 'refund')} to hand back
        </Link>
      )}
    </>
  )
}
