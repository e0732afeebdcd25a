import { scaleLinear, scaleUtc } from 'd3-scale'
import type { ReactNode } from 'react'
import { dayAfter, type IsoDate } from '#contract/dates.ts'

/** Height of the drawing in pixels. */
const PLOT_HEIGHT = 190
const TOP = 8
const BOTTOM = 26
const PER_LETTER = 6.6

export interface ChartProps {
  width: number
  /** The finding, in a sentence. */
  label: string
  /** Formats values on the axis. */
  format: (value: number) => string
}

/** Where marks are drawn, in pixels. */
interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

interface AxisTick {
  value: number
  label: string
}

interface ValueAxis {
  plot: Plot
  /** The height of a value. */
  y: (value: number) => number
  ticks: AxisTick[]
}

interface Values {
  /** The lowest value; below 0 where something is subtracted. */
  least?: number
  most: number
  format: (value: number) => string
  /** Room for labels at the ends of lines, in pixels. */
  end?: number
  /** The smallest step between values. */
  step?: number
}

/** The axis of values, from 0 on. */
export function valueAxis(
  width: number,
  { least = 0, most, format, end = 4, step }: Values,
): ValueAxis {
  const scale = scaleLinear()
    // Without values, the axis is drawn nevertheless.
    .domain([Math.min(0, least), most === 0 && least === 0 ? 1 : most])
    .nice(4)
  const ticks = scale
    .ticks(4)
    .filter((value) => step === undefined || Number.isInteger(value / step))
    .map((value) => ({ value, label: format(value) }))
  const longest = Math.max(...ticks.map(({ label }) => label.length))
  const plot = {
    left: Math.ceil(longest * PER_LETTER) + 10,
    right: width - end,
    top: TOP,
    bottom: PLOT_HEIGHT - BOTTOM,
  }
  const y = scale.range([plot.bottom, plot.top])
  return { plot, y: (value) => y(value), ticks }
}

/** Days, both included. */
export interface Days {
  from: IsoDate
  to: IsoDate
}

/** Where a day begins on a date axis, which is in UTC. */
export const midnight = (date: IsoDate) => new Date(`${date}T00:00:00Z`)

/**
 * The axes of values over periods.
 * @param periods in order
 * @returns `slot`: the position of a period's bar; `middle`: the middle of a period
 */
export function periodAxes(width: number, periods: readonly Days[], values: Values) {
  const axis = valueAxis(width, values)
  const { left, right } = axis.plot
  const [first, last] = [periods[0], periods.at(-1)]
  const x = scaleUtc().range([left, right])
  if (first && last) x.domain([midnight(first.from), midnight(dayAfter(last.to))])
  const edges = ({ from, to }: Days) => [x(midnight(from)), x(midnight(dayAfter(to)))] as const
  function middle(period: Days): number {
    const [start, end] = edges(period)
    return (start + end) / 2
  }
  const names = x
    .ticks(Math.max(3, Math.floor((right - left) / 80)))
    // Half days have no label.
    .filter((tick) => tick.getUTCHours() === 0)
    .flatMap((tick) => {
      const date = tick.toISOString().slice(0, 10)
      const period = periods.find(({ from, to }) => from <= date && date <= to)
      return period ? [{ x: middle(period), label: nameOf(tick) }] : []
    })
  return {
    axis,
    names,
    slot(period: Days) {
      const [start, end] = edges(period)
      const gap = Math.min(4, (end - start) * 0.25)
      return { x: start + gap / 2, width: end - start - gap }
    },
    middle,
  }
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** '2027' on the first day of a year, 'Mar' on that of a month, 'Mar 8' on others. */
function nameOf(tick: Date): string {
  if (tick.getUTCDate() > 1) return day.format(tick)
  return tick.getUTCMonth() === 0 ? String(tick.getUTCFullYear()) : month.format(tick)
}

interface FrameProps {
  width: number
  height?: number
  /** The finding, in a sentence. */
  label: string
  axis?: ValueAxis
  /** Names below the marks. */
  names?: readonly { x: number; label: string }[]
  children: ReactNode
}

/** The drawing with its axes, and its label for screen readers. */
export function ChartFrame({
  width,
  height = PLOT_HEIGHT,
  label,
  axis,
  names = [],
  children,
}: FrameProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      className="block overflow-visible text-xs tabular-nums forced-colors:[&_line]:stroke-[CanvasText] forced-colors:[&_path]:stroke-[CanvasText] forced-colors:[&_text]:fill-[CanvasText]"
    >
      {axis?.ticks.map(({ value, label: name }) => (
        <g key={value}>
          <line
            x1={axis.plot.left}
            x2={axis.plot.right}
            y1={axis.y(value)}
            y2={axis.y(value)}
            className={value === 0 ? 'stroke-line' : 'stroke-base-300'}
          />
          <text
            x={axis.plot.left - 8}
            y={axis.y(value)}
            dy="0.35em"
            textAnchor="end"
            className="fill-muted"
          >
            {name}
          </text>
        </g>
      ))}
      {children}
      {names.map(({ x, label: name }) => (
        <text key={`${x} ${name}`} x={x} y={height - 6} textAnchor="middle" className="fill-muted">
          {name}
        </text>
      ))}
    </svg>
  )
}
