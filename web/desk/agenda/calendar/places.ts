import { type RefObject, useRef } from 'react'
import type { Span } from '#contract/schedule/schedule.ts'

/** The columns' positions, in pixels of the window without scrolling. */
interface Grounds {
  columns: { left: number; right: number }[]
  top: number
  height: number
}

/** A position in a calendar. */
interface Place {
  /** Index of the column. */
  column: number
  minute: number
}

/** Finds the column and minute at a position of the window without scrolling. */
export function usePlaces(scroller: RefObject<HTMLElement | null>, { from, to }: Span) {
  // Measured when a drag begins, because measuring at each move would force a layout each time.
  const grounds = useRef<Grounds | null>(null)
  return {
    /** Measures the columns again before the next position. */
    forget: () => {
      grounds.current = null
    },
    placeAt(x: number, y: number): Place | null {
      if (!scroller.current) return null
      grounds.current ??= groundsOf(scroller.current)
      const { columns, top, height } = grounds.current
      const column = columns.findIndex(({ left, right }) => left <= x && x < right)
      const down = y - top
      if (column < 0 || down < 0 || down > height) return null
      return { column, minute: from + (down / height) * (to - from) }
    },
  }
}

function groundsOf(scroller: HTMLElement): Grounds {
  const { scrollLeft, scrollTop } = scroller
  const boxes = [...scroller.querySelectorAll('.calendar-ground')].map((ground) =>
    ground.getBoundingClientRect(),
  )
  return {
    columns: boxes.map(({ left, right }) => ({
      left: left + scrollLeft,
      right: right + scrollLeft,
    })),
    top: (boxes[0]?.top ?? 0) + scrollTop,
    height: boxes[0]?.height ?? 1,
  }
}
