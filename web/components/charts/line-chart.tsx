import { line } from 'd3-shape'
import { ChartFrame, type ChartProps, type Days, periodAxes } from './plot.tsx'

/** Lines also differ by their dashes. */
const LOOKS = [
  { stroke: 'stroke-error', fill: 'fill-error', dash: undefined },
  { stroke: 'stroke-info', fill: 'fill-info', dash: '5 4' },
] as const

interface Line {
  /** The label at the line's end. */
  name: string
  /** One value per period; null leaves a gap. */
  values: readonly (number | null)[]
}

interface LineChartProps extends ChartProps {
  periods: readonly Days[]
  lines: readonly [Line, Line]
}

/** Two lines over a time axis, with a point in the middle of each period. */
export function LineChart({ width, label, format, periods, lines }: LineChartProps) {
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const longest = Math.max(...lines.map(({ name }) => name.length))
  const { axis, names, middle } = periodAxes(width, periods, {
    most,
    format,
    end: longest * 7 + 12,
  })
  const middles = periods.map(middle)
  const x = (at: number) => middles[at] ?? 0
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => axis.y(value ?? 0))
  const ends = lines.map(({ values }) => values.findLastIndex((value) => value !== null))
  const heights = apart(lines.map(({ values }, n) => axis.y(values[ends[n] ?? 0] ?? 0)))
  return (
    <ChartFrame width={width} label={label} axis={axis} names={names}>
      {lines.map(({ name, values }, n) => {
        const look = LOOKS[n] ?? LOOKS[0]
        const end = ends[n] ?? -1
        return (
          <g key={name}>
            <path
              d={path([...values]) ?? ''}
              fill="none"
              strokeWidth={2.5}
              strokeDasharray={look.dash}
              strokeLinejoin="round"
              className={look.stroke}
            />
            {values.map(
              (value, at) =>
                value !== null && (
                  <circle
                    // biome-ignore lint/suspicious/noArrayIndexKey: a period has no other name.
                    key={at}
                    cx={x(at)}
                    cy={axis.y(value)}
                    r={at === end ? 4 : 2}
                    className={look.fill}
                  />
                ),
            )}
            {end >= 0 && (
              <text
                x={x(end) + 9}
                y={heights[n]}
                dy="0.35em"
                className="fill-base-content font-semibold"
              >
                {name}
              </text>
            )}
          </g>
        )
      })}
    </ChartFrame>
  )
}

/** Keeps two labels at least a line of text apart. */
function apart([one = 0, other = 0]: number[]): [number, number] {
  const distance = other - one
  if (Math.abs(distance) >= 15) return [one, other]
  const shift = (15 - Math.abs(distance)) / 2
  return distance >= 0 ? [one - shift, other + shift] : [one + shift, other - shift]
}
