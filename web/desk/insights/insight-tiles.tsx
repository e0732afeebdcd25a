import { count } from '#contract/count.ts'
import {
  casesOfLate,
  casesOfMissed,
  type Insights,
  type InsightsMoney,
  type InsightsQuery,
  summarizeWaits,
  UNPAID_AGES,
} from '#contract/insights/insights.ts'
import { describeRate } from '#contract/insights/rates.ts'
import { formatAmount } from '#contract/money.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { linkToRows, linkToUnpaid } from './insight-links.ts'
import { Tile } from './tile.tsx'
import { describeFilled, formatNumber, sumOf } from './words.ts'

interface TilesProps {
  insights: Insights
  /** For admins. */
  money: InsightsMoney | undefined
  query: InsightsQuery
}

/** The figures of the range, each with its value in the preceding range. */
export function InsightTiles({ insights, money, query }: TilesProps) {
  const { total, totalBefore, lead, leadBefore } = insights
  return (
    <ul
      aria-label="Figures"
      // Fills the last row: nine tiles with money, one of them wider; eight without.
      className={`grid gap-3 @md:grid-cols-2 ${money ? '@3xl:grid-cols-3 @5xl:grid-cols-5' : '@3xl:grid-cols-4'}`}
    >
      <Tile title="Booked" value={formatNumber(total.booked)}>
        {count(total.booked, 'appointment').replace(/^\S+ /, '')};{' '}
        {formatNumber(totalBefore.booked)} before
      </Tile>
      <Tile title="Filled" value={describeFilled(total)}>
        booked minutes of open minutes; {describeFilled(totalBefore)} before
      </Tile>
      <Tile
        title="No-shows"
        value={describeRate(total.missed, casesOfMissed(total))}
        link={
          total.missed > 0
            ? {
                to: linkToRows('missed', query),
                text: `Show ${formatNumber(total.missed)} no-show${total.missed === 1 ? '' : 's'}`,
              }
            : undefined
        }
      >
        of completed or no-show; {describeRate(totalBefore.missed, casesOfMissed(totalBefore))}{' '}
        before; {formatNumber(total.unsettled)} not settled
      </Tile>
      <Tile title="Canceled late" value={describeRate(total.cancelledLate, casesOfLate(total))}>
        too late for a full refund;{' '}
        {describeRate(totalBefore.cancelledLate, casesOfLate(totalBefore))} before
      </Tile>
      <Tile title="New families" value={formatNumber(total.newFamilies)}>
        had their first appointment; {formatNumber(totalBefore.newFamilies)} before
      </Tile>
      <Tile title="Booked ahead" value={lead.median === null ? '–' : count(lead.median, 'day')}>
        median; {leadBefore.median === null ? '–' : count(leadBefore.median, 'day')} before
      </Tile>
      <ThirdNext insights={insights} />
      <NotPaid insights={insights} money={money} query={query} />
      {money && <Money money={money} />}
    </ul>
  )
}

function ThirdNext({ insights: { thirdNext } }: Pick<TilesProps, 'insights'>) {
  const { median, longest, counted, full } = summarizeWaits(thirdNext)
  const formatDay = useDayFormat()
  return (
    <Tile
      title="Third next free time"
      value={median === null ? '–' : count(median, 'day')}
      link={
        longest
          ? {
              to: `/dashboard/agenda?${new URLSearchParams({ date: longest.date })}`,
              text: `Appointments of ${formatDay(longest.date)}`,
            }
          : undefined
      }
    >
      from today, median of {count(counted, 'treatment')}
      {longest && counted > 1 && `; ${longest.name} ${count(longest.days, 'day')}`}
      {full > 0 && `; ${full} without three free times`}
    </Tile>
  )
}

/** Unpaid for more than this many days. */
const OVERDUE = UNPAID_AGES[1] - 1

function NotPaid({ insights, money, query }: TilesProps) {
  const overdue = insights.unpaid.ages.slice(1).reduce((sum, unpaid) => sum + unpaid, 0)
  const dollars = money?.unpaid.ages.slice(1).reduce((sum, amount) => sum + amount, 0)
  const all = insights.unpaid.ages.reduce((sum, unpaid) => sum + unpaid, 0)
  return (
    <Tile
      title={`Not paid, over ${OVERDUE} days`}
      value={dollars === undefined ? formatNumber(overdue) : formatAmount(dollars)}
      link={
        overdue > 0
          ? { to: linkToUnpaid(insights, query, 1), text: `Show ${formatNumber(overdue)} not paid` }
          : undefined
      }
    >
      {formatNumber(overdue)} past appointments as of today; {formatNumber(all)} of any age
    </Tile>
  )
}

function Money({ money: { total, totalBefore } }: { money: InsightsMoney }) {
  return (
    <Tile
      title="Money taken"
      value={formatAmount(sumOf(total.taken))}
      className="@md:col-span-2 @3xl:col-span-1 @5xl:col-span-2"
    >
      {formatAmount(sumOf(totalBefore.taken))} before; {formatAmount(sumOf(total.refunded))} given
      back
    </Tile>
  )
}
