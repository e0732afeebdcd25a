import { count } from '#contract/count.ts'
import {
  casesOfLate,
  casesOfMissed,
  type InsightCounts,
  type Insights,
  type InsightsMoney,
  type InsightsQuery,
  LEAD_BANDS,
} from '#contract/insights/insights.ts'
import { describeRate, formatShare, rateOf } from '#contract/insights/rates.ts'
import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import { NamedBars, PeriodBars } from '#web/components/charts/bar-chart.tsx'
import { ChartCard } from '#web/components/charts/chart-card.tsx'
import { HeatMap } from '#web/components/charts/heat-map.tsx'
import { LineChart } from '#web/components/charts/line-chart.tsx'
import { fileOf, HALF, NARROW, periodTable, WIDE } from './chart-tables.ts'
import { CheckUpsAsked } from './check-ups-asked.tsx'
import { linkToRows } from './insight-links.ts'
import { MoneyByTreatment, MoneyGivenBack, MoneyTaken } from './money-charts.tsx'
import { RowBars } from './row-bars.tsx'
import { FigureLink } from './tile.tsx'
import { NotPaid, UnpaidMoney } from './unpaid-charts.tsx'
import { describeFilled, formatNumber, formatShort, nameBands, namePeriod } from './words.ts'

interface ChartsProps {
  insights: Insights
  query: InsightsQuery
}

/** All charts; charts of money for admins only. */
export function InsightCharts({
  insights,
  money,
  query,
}: ChartsProps & { money: InsightsMoney | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-4 @3xl:grid-cols-6">
      {insights.total.booked > 0 && (
        <>
          <Booked insights={insights} />
          <BookedAhead insights={insights} />
          <Filled insights={insights} />
          <MissedAndLate insights={insights} query={query} />
          <NewFamilies insights={insights} />
          <Sources insights={insights} />
        </>
      )}
      <ThirdNext insights={insights} />
      <CheckUpsAsked insights={insights} query={query} />
      <NotPaid insights={insights} query={query} />
      {money && (
        <>
          <UnpaidMoney insights={insights} money={money} />
          <MoneyGivenBack money={money} />
          <MoneyTaken money={money} />
          <MoneyByTreatment money={money} />
        </>
      )}
    </div>
  )
}

/** Draws a count for each period. `total` begins the summary, which ends with the highest value. */
function drawCounts(
  { periods, unit }: Insights,
  of: 'booked' | 'newFamilies',
  { total, fill }: { total: string; fill: 'primary' | 'info' },
) {
  const most = periods.reduce((one, other) => (other[of] > one[of] ? other : one))
  return (width: number) => (
    <PeriodBars
      width={width}
      fill={fill}
      format={formatShort}
      label={`${total}, the most in the ${unit} of ${namePeriod(most, unit)}: ${most[of]}.`}
      periods={periods.map(({ from, to, [of]: value }) => ({ from, to, value }))}
    />
  )
}

function Booked({ insights }: Pick<ChartsProps, 'insights'>) {
  const { periods, unit, total } = insights
  return (
    <ChartCard
      title={`Booked per ${unit}`}
      note="appointments that took place or were no-shows, by their day"
      className={WIDE}
      fileName={fileOf(insights, 'booked')}
      table={periodTable(periods, unit, [
        ['Booked', ({ booked }) => booked],
        ['Completed', ({ completed }) => completed],
        ['No-shows', ({ missed }) => missed],
        ['Not settled', ({ unsettled }) => unsettled],
        ['Filled', describeFilled],
      ])}
      draw={drawCounts(insights, 'booked', {
        total: `${count(total.booked, 'appointment')} in all`,
        fill: 'primary',
      })}
    />
  )
}

function BookedAhead({ insights }: Pick<ChartsProps, 'insights'>) {
  const { lead, total } = insights
  const names = nameBands(LEAD_BANDS)
  return (
    <ChartCard
      title="How early families book"
      note={lead.median === null ? 'days ahead' : `days ahead; median ${count(lead.median, 'day')}`}
      className={NARROW}
      fileName={fileOf(insights, 'booked-ahead')}
      table={{
        columns: ['Days ahead', 'Appointments', 'Share'],
        rows: lead.bands.map((booked, band) => [
          names[band] ?? '',
          `${booked}`,
          describeRate(booked, total.booked),
        ]),
      }}
      draw={(width) => (
        <NamedBars
          width={width}
          fill="info"
          format={formatShort}
          label={`Half of the appointments were booked ${count(lead.median ?? 0, 'day')} ahead or earlier; ${describeRate(lead.bands[0] ?? 0, total.booked)} on the same day.`}
          bars={lead.bands.map((value, band) => ({ name: names[band] ?? '', value }))}
        />
      )}
    />
  )
}

function Filled({ insights }: Pick<ChartsProps, 'insights'>) {
  const { filled, total } = insights
  const weekdays = [1, 2, 3, 4, 5, 6, 0].filter((day) =>
    filled.some((cell) => cell.weekday === day),
  )
  const hours = [...new Set(filled.map(({ hour }) => hour))].sort((a, b) => a - b)
  const cellOf = (weekday: number, hour: number) =>
    filled.find((cell) => cell.weekday === weekday && cell.hour === hour)
  const shareOf = (weekday: number, hour: number) => {
    const cell = cellOf(weekday, hour)
    return cell && cell.openMinutes > 0 ? cell.bookedMinutes / cell.openMinutes : undefined
  }
  const shown = filled.filter(({ openMinutes }) => openMinutes > 0)
  const fullest = shown.toSorted(
    (one, other) => other.bookedMinutes / other.openMinutes - one.bookedMinutes / one.openMinutes,
  )[0]
  return (
    <ChartCard
      title="Filled, by weekday and hour"
      note="percent of open minutes; more than 100 outside opening hours"
      className={HALF}
      fileName={fileOf(insights, 'filled')}
      table={{
        columns: ['Weekday and hour', 'Filled', 'Booked minutes', 'Open minutes'],
        rows: weekdays.flatMap((weekday) =>
          hours.flatMap((hour) => {
            const cell = cellOf(weekday, hour)
            if (!cell) return []
            const share = shareOf(weekday, hour)
            return [
              [
                `${WEEKDAYS[weekday]}, ${hour}:00`,
                share === undefined ? 'not open' : formatShare(share),
                `${cell.bookedMinutes}`,
                `${cell.openMinutes}`,
              ],
            ]
          }),
        ),
      }}
      empty={<p className="py-8 text-muted">The clinic was not open in these days.</p>}
      draw={
        fullest
          ? (width) => (
              <HeatMap
                width={width}
                label={`${describeFilled(total)} of the open minutes were booked. The fullest hour was ${WEEKDAYS[fullest.weekday]} at ${fullest.hour}:00 with ${formatShare(fullest.bookedMinutes / fullest.openMinutes)}.`}
                rows={weekdays.map((weekday) => (WEEKDAYS[weekday] ?? '').slice(0, 3))}
                columns={hours.map(String)}
                shareOf={(row, column) => shareOf(weekdays[row] ?? 0, hours[column] ?? 0)}
                textOf={(share) => `${Math.round(share * 100)}`}
              />
            )
          : null
      }
    />
  )
}

/** Weeks of seven days, because single days have too few cases. */
function inWeeks(periods: Insights['periods']): Insights['periods'] {
  const weeks: Insights['periods'] = []
  for (let at = 0; at < periods.length; at += 7) {
    const days = periods.slice(at, at + 7)
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) continue
    const sum = (key: keyof InsightCounts) => days.reduce((total, day) => total + day[key], 0)
    weeks.push({
      from: first.from,
      to: last.to,
      booked: sum('booked'),
      completed: sum('completed'),
      missed: sum('missed'),
      unsettled: sum('unsettled'),
      cancelledLate: sum('cancelledLate'),
      newFamilies: sum('newFamilies'),
      bookedMinutes: sum('bookedMinutes'),
      openMinutes: sum('openMinutes'),
    })
  }
  return weeks
}

function MissedAndLate({ insights, query }: ChartsProps) {
  const { total } = insights
  const [periods, unit] =
    insights.unit === 'day'
      ? [inWeeks(insights.periods), 'week' as const]
      : [insights.periods, insights.unit]
  const missedOf = (counts: InsightCounts) => [counts.missed, casesOfMissed(counts)] as const
  const lateOf = (counts: InsightCounts) => [counts.cancelledLate, casesOfLate(counts)] as const
  return (
    <ChartCard
      title="No-shows and canceled late"
      note="percent; late: when it was too late for a full refund"
      className={HALF}
      fileName={fileOf(insights, 'missed')}
      table={periodTable(periods, unit, [
        ['No-shows', ({ missed }) => missed],
        ['Of', casesOfMissed],
        ['No-shows in percent', (counts) => describeRate(...missedOf(counts))],
        ['Canceled late', ({ cancelledLate }) => cancelledLate],
        ['Of all cases', casesOfLate],
        ['Late in percent', (counts) => describeRate(...lateOf(counts))],
      ])}
      empty={
        <p className="py-8 text-muted">
          Too few appointments are completed or no-shows for a rate. The table has their numbers.
        </p>
      }
      draw={
        periods.some((period) => rateOf(...lateOf(period)) !== undefined)
          ? (width) => (
              <LineChart
                width={width}
                label={`${describeRate(...missedOf(total))} were no-shows, ${describeRate(...lateOf(total))} canceled late.`}
                format={(share) => `${Math.round(share * 1000) / 10}%`}
                periods={periods}
                lines={[
                  {
                    name: 'no-shows',
                    values: periods.map((one) => rateOf(...missedOf(one)) ?? null),
                  },
                  {
                    name: 'canceled late',
                    values: periods.map((one) => rateOf(...lateOf(one)) ?? null),
                  },
                ]}
              />
            )
          : null
      }
      links={
        total.missed > 0 && <FigureLink to={linkToRows('missed', query)}>Show no-shows</FigureLink>
      }
    />
  )
}

function NewFamilies({ insights }: Pick<ChartsProps, 'insights'>) {
  const { periods, unit, total } = insights
  return (
    <ChartCard
      title="New families"
      note={`by the day of their first appointment, per ${unit}`}
      className={HALF}
      fileName={fileOf(insights, 'new-families')}
      table={periodTable(periods, unit, [['New families', ({ newFamilies }) => newFamilies]])}
      draw={drawCounts(insights, 'newFamilies', {
        total: `${formatNumber(total.newFamilies)} families came for the first time`,
        fill: 'info',
      })}
    />
  )
}

function Sources({ insights }: Pick<ChartsProps, 'insights'>) {
  const { site, desk, links, otherLinks } = insights.sources
  const { booked } = insights.total
  const rows = [
    { id: 'site', name: 'Families on this site', value: site },
    { id: 'desk', name: 'Front desk', value: desk },
    ...links.map(({ source, booked }) => ({
      id: `link ${source}`,
      name: `Link of “${source}”`,
      value: booked,
    })),
    ...(otherLinks > 0 ? [{ id: 'other', name: 'Other links', value: otherLinks }] : []),
  ]
  return (
    <ChartCard
      title="Where bookings come from"
      note="appointments by who booked them; links are from other sites that name themselves"
      className={HALF}
      fileName={fileOf(insights, 'sources')}
      table={{
        columns: ['Booked by', 'Appointments', 'Share'],
        rows: rows.map(({ name, value }) => [name, `${value}`, describeRate(value, booked)]),
      }}
      empty={<RowBars rows={rows} format={formatNumber} fill="bg-info" />}
    />
  )
}

function ThirdNext({ insights }: Pick<ChartsProps, 'insights'>) {
  const { thirdNext } = insights
  return (
    <ChartCard
      title="Third next free time"
      note="days from today until a patient could have the third free time"
      className={HALF}
      fileName={`third-next-free-${insights.today}`}
      table={{
        columns: ['Treatment', 'Days', 'Day'],
        rows: thirdNext.map(({ name, days, date }) => [
          name,
          days === null ? 'none that can be booked' : `${days}`,
          date ?? '',
        ]),
      }}
      empty={<ThirdNextBars thirdNext={thirdNext} />}
    />
  )
}

/** A row of text and a bar for each treatment, linked to the agenda of the day. */
function ThirdNextBars({ thirdNext }: Pick<Insights, 'thirdNext'>) {
  const longest = Math.max(1, ...thirdNext.map(({ days }) => days ?? 0))
  if (thirdNext.length === 0) return <p className="py-8 text-muted">No treatment is offered.</p>
  return (
    <ul className="grid gap-1.5 text-sm">
      {thirdNext.map(({ _id, name, days, date }) => (
        <li
          key={_id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 @2xl:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <span className="truncate" title={name}>
            {name}
          </span>
          <span
            className="h-3 rounded-full bg-base-200 forced-colors:bg-[Canvas] max-@2xl:order-last max-@2xl:col-span-2"
            aria-hidden="true"
          >
            <span
              className="block h-3 min-w-1 rounded-full bg-primary forced-colors:bg-[CanvasText]"
              style={{ width: `${((days ?? longest) / longest) * 100}%` }}
            />
          </span>
          {date === null ? (
            <span className="inline-flex min-h-9 items-center text-muted">none to book</span>
          ) : (
            <FigureLink to={`/dashboard/agenda?${new URLSearchParams({ date })}`}>
              {count(days ?? 0, 'day')}
            </FigureLink>
          )}
        </li>
      ))}
    </ul>
  )
}
