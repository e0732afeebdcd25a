import { scaleBand, scaleLinear } from 'd3-scale'
import { ChartFrame } from './plot.tsx'

const ROW = 30
const HEAD = 22
const NAMES = 38

/** From this share on, a cell is dark and its number light. */
const FLIP = 0.55

/** Neither range comes close enough to the middle to make numbers illegible. */
const light = scaleLinear().domain([0, FLIP]).range([0.06, 0.4]).clamp(true)
const dark = scaleLinear().domain([FLIP, 1]).range([0.86, 1]).clamp(true)

interface HeatMapProps {
  width: number
  /** The finding, in a sentence. */
  label: string
  rows: readonly string[]
  columns: readonly string[]
  /** A share, 0 or higher; undefined leaves the cell out. */
  shareOf: (row: number, column: number) => number | undefined
  /** The cell's text. */
  textOf: (value: number) => string
}

/** A table of shares as colors, with the number in each cell. */
export function HeatMap({ width, label, rows, columns, shareOf, textOf }: HeatMapProps) {
  const x = scaleBand<number>()
    .domain([...columns.keys()])
    .range([NAMES, width])
    .paddingInner(0.03)
  const height = HEAD + rows.length * ROW + 2
  return (
    <ChartFrame width={width} height={height} label={label}>
      {columns.map((column, at) => (
        <text
          key={column}
          x={(x(at) ?? 0) + x.bandwidth() / 2}
          y={14}
          textAnchor="middle"
          className="fill-muted"
        >
          {column}
        </text>
      ))}
      {rows.map((row, y) => (
        <g key={row}>
          <text
            x={NAMES - 8}
            y={HEAD + y * ROW + ROW / 2}
            dy="0.35em"
            textAnchor="end"
            className="fill-muted"
          >
            {row}
          </text>
          {columns.map((column, at) => {
            const value = shareOf(y, at)
            if (value === undefined) return null
            const isDark = value >= FLIP
            return (
              <g key={column}>
                <rect
                  x={x(at)}
                  y={HEAD + y * ROW}
                  width={x.bandwidth()}
                  height={ROW - 2}
                  rx={3}
                  fillOpacity={isDark ? dark(value) : light(value)}
                  className="fill-primary forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
                />
                <text
                  x={(x(at) ?? 0) + x.bandwidth() / 2}
                  y={HEAD + y * ROW + ROW / 2 - 1}
                  dy="0.35em"
                  textAnchor="middle"
                  className={`font-bold ${isDark ? 'fill-primary-content' : 'fill-base-content'}`}
                >
                  {textOf(value)}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </ChartFrame>
  )
}
