import { Link } from 'react-router-dom'
import { count } from '#contract/count.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { findNextStart, isNext, standingOf } from '#web/shared/agenda/agenda-order.ts'

/** What the front desk has to know at a glance. */
export function Summary({ agenda, settleLink }: { agenda: Agenda; settleLink: string }) {
  const { entries, toSettle, toHandBack } = agenda
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
  const figure = 'text-base font-extrabold tabular-nums'
  return (
    <div className="flex flex-wrap items-center gap-x-4 max-xl:gap-x-3 max-md:w-full md:ml-auto">
      <ul className="flex flex-wrap gap-x-4 whitespace-nowrap max-xl:gap-x-3">
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
