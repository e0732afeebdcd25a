import type { InsightMoney, InsightsMoney } from '#contract/insights/insights.ts'
import { formatAmount } from '#contract/money.ts'
import { METHOD_NAMES } from '#contract/payments/receipts.ts'
import { ChartCard } from '#web/components/charts/chart-card.tsx'
import { StackedBars } from '#web/components/charts/stacked-bars.tsx'
import { fileOf, HALF, NARROW, periodTable, WIDE } from './chart-tables.ts'
import { RowBars } from './row-bars.tsx'
import { amountOf, formatShortMoney, sumOf } from './words.ts'

const METHODS = ['card', 'cash', 'terminal'] as const

const REASONS = {
  cancelled: 'Appointment canceled',
  already_paid: 'Paid twice',
  mismatch: 'Amount did not match',
  staff: 'Refunded by staff',
  dashboard: 'Refunded in Stripe’s dashboard',
} as const satisfies Record<keyof InsightsMoney['total']['refunded'], string>
const REASON_KEYS = Object.keys(REASONS) as (keyof typeof REASONS)[]

export function MoneyTaken({ money }: { money: InsightsMoney }) {
  const { periods, unit, total } = money
  const taken = sumOf(total.taken)
  const refunded = sumOf(total.refunded)
  const partOf = (method: (typeof METHODS)[number]) => ({
    name: METHOD_NAMES[method],
    values: periods.map((period) => period.taken[method]),
  })
  return (
    <ChartCard
      title={`Money taken per ${unit}`}
      note="by payment method, as on the closing sheets; below the line what went back"
      className={WIDE}
      fileName={fileOf(money, 'money')}
      table={periodTable(periods, unit, [
        ...METHODS.map(
          (method) =>
            [METHOD_NAMES[method], ({ taken }: InsightMoney) => amountOf(taken[method])] as const,
        ),
        ['Taken', ({ taken }) => amountOf(sumOf(taken))],
        ['Given back', ({ refunded }) => amountOf(sumOf(refunded))],
        ['Net', ({ taken, refunded }) => amountOf(sumOf(taken) - sumOf(refunded))],
      ])}
      empty={<p className="py-8 text-muted">No money was taken in these days.</p>}
      draw={
        taken > 0 || refunded > 0
          ? (width) => (
              <StackedBars
                width={width}
                format={formatShortMoney}
                label={`${formatAmount(taken)} were taken and ${formatAmount(refunded)} went back.`}
                periods={periods}
                parts={[partOf('card'), partOf('cash'), partOf('terminal')]}
                below={{
                  name: 'Given back',
                  values: periods.map((period) => sumOf(period.refunded)),
                }}
              />
            )
          : null
      }
    />
  )
}

export function MoneyByTreatment({ money }: { money: InsightsMoney }) {
  const rows = money.treatments.toSorted((one, other) => other.taken - one.taken)
  return (
    <ChartCard
      title="Money by treatment"
      note="dollars taken"
      className={NARROW}
      fileName={fileOf(money, 'money-by-treatment')}
      table={{
        columns: ['Treatment', 'Taken', 'Given back', 'Net'],
        rows: rows.map(({ name, taken, refunded }) => [
          name,
          ...[taken, refunded, taken - refunded].map(amountOf),
        ]),
      }}
      empty={
        <RowBars
          rows={rows.map(({ _id, name, taken }) => ({ id: _id, name, value: taken }))}
          format={formatAmount}
          fill="bg-primary"
        />
      }
    />
  )
}

export function MoneyGivenBack({ money }: { money: InsightsMoney }) {
  const { total, totalBefore } = money
  const rows = [
    ...REASON_KEYS.map((reason) => ({
      name: REASONS[reason],
      now: total.refunded[reason],
      before: totalBefore.refunded[reason],
    })),
    {
      name: 'Lost disputes (no credit note)',
      now: total.disputeLost,
      before: totalBefore.disputeLost,
    },
  ]
  return (
    <ChartCard
      title="Money given back"
      note={`${formatAmount(sumOf(total.refunded))}, ${formatAmount(sumOf(totalBefore.refunded))} before; by reason, without refunds that did not arrive`}
      className={HALF}
      fileName={fileOf(money, 'given-back')}
      table={{
        columns: ['Reason', 'Now', 'Before'],
        rows: rows.map(({ name, now, before }) => [name, amountOf(now), amountOf(before)]),
      }}
      empty={
        <RowBars
          rows={rows
            .filter(({ now }) => now !== 0)
            .map(({ name, now }) => ({ id: name, name, value: now }))}
          format={formatAmount}
          fill="bg-error"
        />
      }
    />
  )
}
