import { count } from '#contract/count.ts'
import {
  type Insights,
  type InsightsMoney,
  type InsightsQuery,
  UNPAID_AGES,
} from '#contract/insights/insights.ts'
import { formatAmount } from '#contract/money.ts'
import { NamedBars } from '#web/components/charts/bar-chart.tsx'
import { ChartCard, type ChartCardProps } from '#web/components/charts/chart-card.tsx'
import { HALF } from './chart-tables.ts'
import { linkToUnpaid } from './insight-links.ts'
import { FigureLink } from './tile.tsx'
import { amountOf, formatNumber, formatShort, formatShortMoney, nameBands } from './words.ts'

const AGES = nameBands(UNPAID_AGES)

/** How many past appointments are unpaid, linked to their list. */
export function NotPaid({ insights, query }: { insights: Insights; query: InsightsQuery }) {
  const { ages } = insights.unpaid
  return (
    <ByAge
      title="Not paid, by age"
      note="past appointments that were not missed, as of today, by days since"
      fileName={`not-paid-${insights.today}`}
      unpaid={insights.unpaid}
      cell={String}
      format={formatShort}
      sentence={(total, oldest) =>
        `${count(total, 'past appointment')} not paid, ${formatNumber(oldest)} of them for more than 90 days.`
      }
      links={UNPAID_AGES.map(
        (from, age) =>
          (ages[age] ?? 0) > 0 && (
            <FigureLink key={from} to={linkToUnpaid(insights, query, age, age)}>
              {AGES[age]} days
            </FigureLink>
          ),
      )}
    />
  )
}

export function UnpaidMoney({ insights, money }: { insights: Insights; money: InsightsMoney }) {
  return (
    <ByAge
      title="Money not paid, by age"
      note="prices of past appointments that were not missed, by days since"
      fileName={`money-not-paid-${insights.today}`}
      unpaid={money.unpaid}
      cell={amountOf}
      format={formatShortMoney}
      sentence={(total, oldest) =>
        `${formatAmount(total)} are not paid, ${formatAmount(oldest)} of them for more than 90 days.`
      }
    />
  )
}

interface ByAgeProps extends Pick<ChartCardProps, 'title' | 'note' | 'fileName' | 'links'> {
  unpaid: Insights['unpaid']
  /** A value in the table. */
  cell: (value: number) => string
  /** A value on the axis. */
  format: (value: number) => string
  sentence: (total: number, oldest: number) => string
}

function ByAge({ unpaid, cell, format, sentence, ...card }: ByAgeProps) {
  const { ages, doctors } = unpaid
  const total = ages.reduce((sum, value) => sum + value, 0)
  return (
    <ChartCard
      {...card}
      className={HALF}
      table={{
        columns: ['Doctor', ...AGES.map((age) => `${age} days`)],
        rows: [
          ['All', ...ages.map(cell)],
          ...doctors.map((doctor) => [doctor.name, ...doctor.ages.map(cell)]),
        ],
      }}
      empty={<p className="py-8 text-muted">Every past appointment is paid.</p>}
      draw={
        total > 0
          ? (width) => (
              <NamedBars
                width={width}
                fill="warning"
                format={format}
                label={sentence(total, ages.at(-1) ?? 0)}
                bars={ages.map((value, age) => ({ name: AGES[age] ?? '', value }))}
              />
            )
          : null
      }
    />
  )
}
