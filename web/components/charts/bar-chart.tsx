import { scaleBand } from 'd3-scale'
import { ChartFrame, type ChartProps, type Days, periodAxes, valueAxis } from './plot.tsx'

type Fill = 'primary' | 'info' | 'warning'

const FILLS: Record<Fill, string> = {
  primary: 'fill-primary',
  info: 'fill-info',
  warning: 'fill-warning',
}

interface BarsProps extends ChartProps {
  fill: Fill
}

/** Bars over a time axis, one for each period. */
export function PeriodBars({
  width,
  label,
  fill,
  format,
  periods,
}: BarsProps & { periods: readonly (Days & { value: number })[] }) {
  const { axis, names, slot } = periodAxes(width, periods, {
    most: mostOf(periods),
    format,
    step: 1,
  })
  return (
    <ChartFrame width={width} label={label} axis={axis} names={names}>
      {periods.map((period) => (
        <Bar
          key={period.from}
          {...slot(period)}
          y={axis.y(period.value)}
          bottom={axis.y(0)}
          className={FILLS[fill]}
        />
      ))}
    </ChartFrame>
  )
}

const mostOf = (marks: readonly { value: number }[]) =>
  Math.max(0, ...marks.map(({ value }) => value))

/** Named bars with their values above them. */
export function NamedBars({
  width,
  label,
  fill,
  format,
  bars,
}: BarsProps & { bars: readonly { name: string; value: number }[] }) {
  const axis = valueAxis(width, { most: mostOf(bars), format, step: 1 })
  const band = scaleBand<string>()
    .domain(bars.map(({ name }) => name))
    .range([axis.plot.left, axis.plot.right])
    .padding(0.24)
  const names = bars.map(({ name }) => ({
    x: (band(name) ?? 0) + band.bandwidth() / 2,
    label: name,
  }))
  return (
    <ChartFrame width={width} label={label} axis={axis} names={names}>
      {bars.map(({ name, value }) => (
        <Bar
          key={name}
          x={band(name) ?? 0}
          width={band.bandwidth()}
          y={axis.y(value)}
          bottom={axis.y(0)}
          className={FILLS[fill]}
        />
      ))}
    </ChartFrame>
  )
}

interface BarProps {
  x: number
  width: number
  y: number
  bottom: number
  className?: string
  fill?: string
}

/** In forced colors, only its outline is drawn. */
export function Bar({ x, width, y, bottom, className = '', fill }: BarProps) {
  const height = Math.abs(bottom - y)
  return (
    <rect
      x={x}
      y={Math.min(y, bottom)}
      width={Math.max(width, 0.5)}
      height={height}
      rx={Math.max(0, Math.min(3, width / 4, height / 2))}
      fill={fill}
      className={`forced-colors:stroke-[CanvasText] ${className}`}
    />
  )
}
