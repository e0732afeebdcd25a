import { Link } from 'react-router-dom'
import { count } from '#contract/count.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { findNextStart, isNext, standingOf } from '#web/desk/appointments/agenda-order.ts'

/** The figures of the day that the front desk needs at a glance, below the day. */
export function Summary({ agenda }: { agenda: Agenda }) {
  const { entries } = agenda
  const next = findNextStart(entries, agenda)
  const countThose = (test: (entry: AgendaEntry) => boolean) => entries.filter(test).length
  const standing = (entry: AgendaEntry) => standingOf(entry, agenda, isNext(entry, agenda, next))
  // Where there is room, the top bar says how today stands.
  const isInTopBar = entries.every(({ date }) => date === agenda.today)
  const standings = [
    ['waiting', countThose((entry) => standing(entry) === 'waiting')],
    ['in a room', countThose((entry) => standing(entry) === 'in_room')],
    ['late', countThose((entry) => standing(entry) === 'late')],
  ] as const
  const figure = 'font-extrabold tabular-nums'
  return (
    <ul className="flex flex-wrap gap-x-2.5 text-xs whitespace-nowrap print:text-base">
      <li>
        <span className={figure}>{entries.length}</span> booked
      </li>
      {standings.map(
        ([name, number]) =>
          number > 0 && (
            <li key={name} className={isInTopBar ? 'lg:hidden print:list-item' : undefined}>
              <span className={figure}>{number}</span> {name}
            </li>
          ),
      )}
      <li>
        <span className={figure}>{countThose((entry) => !entry.paid)}</span> not paid
      </li>
    </ul>
  )
}

const LINK =
  'flex min-h-9 items-center font-bold whitespace-nowrap underline underline-offset-4 pointer-coarse:min-h-11 print:hidden'

/** The ways to what waits from days before. */
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
