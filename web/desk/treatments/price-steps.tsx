import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { dayAfter, formatFullDay, type IsoDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'
import { ChartFrame, midnight } from '#web/components/charts/plot.tsx'
import { useWidth } from '#web/components/charts/use-width.ts'

const HEIGHT = 84
const TOP = 24
const BOTTOM = 62
const SIDE = 12
/** How many days are shown before today and after the last change. */
const DAYS_AROUND = 180

interface PriceStepsProps {
  name: string
  /** In order. */
  prices: AdminTreatment['prices']
  today: IsoDate
}

/**
 * The prices of a treatment as a stepped line, with a dot for a future price. The list has the same content.
 */
export function PriceSteps({ name, prices, today }: PriceStepsProps) {
  const [ref, width] = useWidth()
  const first = dayAfter(today, -DAYS_AROUND)
  const last = dayAfter(
    [today, prices.at(-1)?.validFrom ?? today].sort().at(-1) ?? today,
    DAYS_AROUND,
  )
  const before = prices.findLast(({ validFrom }) => validFrom <= first)
  const shown = [
    ...(before ? [{ ...before, validFrom: first }] : []),
    ...prices.filter(({ validFrom }) => validFrom > first),
  ]
  const end = shown.at(-1)
  if (!end) return null
  const sums = shown.map(({ price }) => price)
  const x = scaleUtc([midnight(first), midnight(last)], [SIDE, width - SIDE])
  const y = scaleLinear(
    [Math.min(...sums), Math.max(...sums)],
    sums.every((sum) => sum === sums[0]) ? [BOTTOM, BOTTOM] : [BOTTOM, TOP + 8],
  )
  const path = line<{ validFrom: IsoDate; price: number }>()
    .x(({ validFrom }) => x(midnight(validFrom)))
    .y(({ price }) => y(price))
    .curve(curveStepAfter)
  const label = `Prices of ${name}: ${shown
    .map(({ price, validFrom }) => `${formatPrice(price)} from ${formatFullDay(validFrom)}`)
    .join(', ')}`
  return (
    <div ref={ref}>
      {width > 0 && (
        <ChartFrame
          width={width}
          height={HEIGHT}
          label={label}
          names={[{ x: x(midnight(today)), label: 'today' }]}
        >
          <line
            x1={x(midnight(today))}
            x2={x(midnight(today))}
            y1={TOP - 12}
            y2={BOTTOM + 6}
            className="stroke-error"
            strokeWidth={1.5}
          />
          <path
            d={path([...shown, { ...end, validFrom: last }]) ?? ''}
            fill="none"
            strokeWidth={2.5}
            className="stroke-primary"
          />
          {shown.map(({ price, validFrom }) => (
            <g key={validFrom}>
              {validFrom > today && (
                <circle
                  cx={x(midnight(validFrom))}
                  cy={y(price)}
                  r={5}
                  strokeWidth={1.5}
                  className="fill-honey stroke-base-content"
                />
              )}
              <text
                x={x(midnight(validFrom)) + 8}
                y={y(price) - 8}
                className="fill-base-content font-semibold"
              >
                {formatPrice(price)}
              </text>
            </g>
          ))}
        </ChartFrame>
      )}
    </div>
  )
}
