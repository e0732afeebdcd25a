import { type PointerEvent, useRef } from 'react'
import { MINUTES_PER_DAY, type Span } from '#contract/schedule/schedule.ts'
import { formatSpan } from '#web/desk/appointments/time-format.ts'

/** Edges are dragged to half hours. */
const SNAP_MINUTES = 30

/** The hours that are always visible. */
const LEAST: Span = { from: 8 * 60, to: 18 * 60 }

/** The visible hours for all of these times, in whole hours. Incomplete times are left out. */
export function rangeOfHours(spans: readonly Span[]): Span {
  const whole = spans.filter(isWhole)
  return {
    from: Math.floor(Math.min(LEAST.from, ...whole.map(({ from }) => from)) / 60) * 60,
    to: Math.ceil(Math.max(LEAST.to, ...whole.map(({ to }) => to)) / 60) * 60,
  }
}

/** Whether a time is completely typed. */
const isWhole = ({ from, to }: Span) => from < to

/** The position of a time in a range, for `style`. */
export function placeIn({ from, to }: Span, range: Span) {
  const percent = (minutes: number) => `${(100 * minutes) / (range.to - range.from)}%`
  return { left: percent(from - range.from), width: percent(to - from) }
}

interface Edge {
  index: number
  end: keyof Span
}

interface HoursBarProps {
  spans: readonly Span[]
  range: Span
  /** Called while an edge is dragged, with the changed time. */
  onDrag: (index: number, span: Span) => void
}

/** A day's times as bars with draggable edges; the fields beside it do the same. */
export function HoursBar({ spans, range, onDrag }: HoursBarProps) {
  const track = useRef<HTMLDivElement>(null)
  const dragged = useRef<Edge | null>(null)

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { edge, index } = (event.target as HTMLElement).dataset
    if (edge !== 'from' && edge !== 'to') return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { index: Number(index), end: edge }
  }

  function onPointerMove({ clientX }: PointerEvent) {
    const { current: edge } = dragged
    const span = edge && spans[edge.index]
    const box = track.current?.getBoundingClientRect()
    if (!edge || !span || !box || box.width === 0) return
    const minute = range.from + ((clientX - box.left) / box.width) * (range.to - range.from)
    const next = moveEdge(spans, edge, Math.round(minute / SNAP_MINUTES) * SNAP_MINUTES)
    if (next && next[edge.end] !== span[edge.end]) onDrag(edge.index, next)
  }

  const stop = () => {
    dragged.current = null
  }

  return (
    <div
      aria-hidden="true"
      ref={track}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      className="relative h-9 touch-pan-y rounded-lg bg-base-200 select-none"
    >
      {spans.map(
        (span, index) =>
          isWhole(span) && (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a drag must not mount its bar anew.
              key={index}
              style={placeIn(span, range)}
              className="absolute inset-y-1 flex min-w-4 justify-between overflow-hidden rounded-md bg-primary text-xs font-bold text-primary-content"
            >
              <EdgeHandle end="from" index={index} />
              <span className="pointer-events-none self-center truncate">{formatSpan(span)}</span>
              <EdgeHandle end="to" index={index} />
            </div>
          ),
      )}
    </div>
  )
}

function EdgeHandle({ end, index }: Edge) {
  return (
    <div
      data-edge={end}
      data-index={index}
      className="w-2.5 shrink-0 cursor-ew-resize border-x-2 border-primary-content/60"
    />
  )
}

/** The time with its edge moved, limited by its other edge and the adjacent times. */
function moveEdge(spans: readonly Span[], { index, end }: Edge, minute: number): Span | undefined {
  const span = spans[index]
  if (!span) return undefined
  const others = spans.filter((each, at) => at !== index && isWhole(each))
  if (end === 'from') {
    const least = Math.max(0, ...others.map(({ to }) => to).filter((to) => to <= span.from))
    return { ...span, from: Math.min(span.to - SNAP_MINUTES, Math.max(least, minute)) }
  }
  const most = Math.min(
    MINUTES_PER_DAY,
    ...others.map(({ from }) => from).filter((from) => from >= span.to),
  )
  return { ...span, to: Math.max(span.from + SNAP_MINUTES, Math.min(most, minute)) }
}
