import { stack } from 'd3-shape'
import { useId } from 'react'
import { Bar } from './bar-chart.tsx'
import { ChartFrame, type ChartProps, type Days, periodAxes } from './plot.tsx'

interface Part {
  name: string
  /** By period. */
  values: readonly number[]
}

interface StackedBarsProps extends ChartProps {
  periods: readonly Days[]
  /** Stacked: plain, hatched and dotted. */
  parts: readonly [Part, Part, Part]
  /** Drawn below the zero line. */
  below: Part
}

/** For each period a bar of three parts, with the subtracted part below the axis. */
export function StackedBars({ width, label, format, periods, parts, below }: StackedBarsProps) {
  const id = useId()
  const names = parts.map(({ name }) => name)
  const rows = periods.map((_, at) => parts.map(({ values }) => values[at] ?? 0))
  const layers = stack<number[], number>()
    .keys([0, 1, 2])
    .value((row, key) => row[key] ?? 0)(rows)
  const axes = periodAxes(width, periods, {
    most: Math.max(0, ...rows.map((row) => row.reduce((sum, value) => sum + value, 0))),
    least: -Math.max(0, ...below.values),
    format,
  })
  const { axis } = axes
  const looks = [
    { className: 'fill-primary' },
    { fill: `url(#${id}-hatched)` },
    { fill: `url(#${id}-dotted)` },
  ]
  return (
    <>
      <ChartFrame width={width} label={label} axis={axis} names={axes.names}>
        <Patterns id={id} />
        {periods.map((period, at) => {
          const place = axes.slot(period)
          return (
            <g key={period.from}>
              {layers.map((layer, n) => {
                const [bottom = 0, top = 0] = layer[at] ?? []
                return (
                  top > bottom && (
                    <Bar
                      key={names[n]}
                      {...place}
                      y={axis.y(top)}
                      bottom={axis.y(bottom)}
                      {...looks[n]}
                    />
                  )
                )
              })}
              {(below.values[at] ?? 0) > 0 && (
                <Bar
                  {...place}
                  y={axis.y(-(below.values[at] ?? 0))}
                  bottom={axis.y(0)}
                  className="fill-error"
                />
              )}
            </g>
          )
        })}
      </ChartFrame>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-hidden="true">
        {[
          ...names.map((name, n) => ({ name, ...looks[n] })),
          { name: below.name, className: 'fill-error' },
        ].map(({ name, ...look }) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg width="14" height="14" aria-hidden="true">
              <Bar x={0} width={14} y={0} bottom={14} {...look} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The patterns that distinguish the parts without colors. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-hatched`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className="fill-leaf" />
        <rect width="3" height="6" className="fill-primary" />
      </pattern>
      <pattern id={`${id}-dotted`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" className="fill-sky" />
        <circle cx="3" cy="3" r="1.6" className="fill-info" />
      </pattern>
    </defs>
  )
}
