import { useQuery } from '@tanstack/react-query'
import { DAYS_TO_BOOK, type Insights, type InsightsQuery } from '#contract/insights/insights.ts'
import { describeRate } from '#contract/insights/rates.ts'
import { describeRow } from '#contract/next-visits/check-ups.ts'
import { ChartCard } from '#web/components/charts/chart-card.tsx'
import { fileOf, HALF } from './chart-tables.ts'
import { checkUpInsightsOptions } from './insights-api.ts'
import { RowBars } from './row-bars.tsx'
import { formatNumber } from './words.ts'

interface CheckUpsAskedProps {
  insights: Insights
  query: InsightsQuery
}

/** For how many children families were asked to book check-ups, by age; nothing where none were. */
export function CheckUpsAsked({ insights, query }: CheckUpsAskedProps) {
  const { data: rows = [] } = useQuery(checkUpInsightsOptions(query))
  if (query.doctor !== undefined || rows.length === 0) return null
  const nameOf = (row: (typeof rows)[number]) =>
    `${row.ageMonths === 0 ? 'On' : 'At'} ${describeRow(row)}`
  return (
    <ChartCard
      title="Check-ups asked for"
      note={`children whose family was asked, by age; booked within ${DAYS_TO_BOOK} days`}
      className={HALF}
      fileName={fileOf(insights, 'check-ups')}
      table={{
        columns: ['Check-up', 'Treatment', 'Asked', 'Booked', 'Share'],
        rows: rows.map((row) => [
          nameOf(row),
          row.treatment,
          `${row.asked}`,
          `${row.booked}`,
          describeRate(row.booked, row.asked),
        ]),
      }}
      empty={
        <RowBars
          fill="bg-primary"
          format={formatNumber}
          rows={rows.map((row) => ({
            id: row._id,
            name: `${nameOf(row)}: ${row.booked} of ${row.asked} booked`,
            value: row.asked,
          }))}
        />
      }
    />
  )
}
