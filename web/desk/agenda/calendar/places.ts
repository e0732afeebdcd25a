import { type RefObject, useRef } from 'react'
import type { Span } from '#contract/schedule/schedule.ts'

/** Where the columns are, in pixels of the window as it would be without scrolling. */
interface Grounds {
  columns: { left: number; right: number }[]
  top: number
  height: number
}

/** The content of a place of a calendar. */
interface Place {
  /** Index of the column. */
  column: number
  minute: number
}

/** Finds the column and the minute at a place of the window as it would be without scrolling. */
export function usePlaces(scroller: RefObject<HTMLElement | null>, { from, to }: Span) {
  // As it was when a drag began: measuring at each move would lay the page out each time.
  const grounds = useRef<Grounds | null>(null)
  return {
    /** Looks anew where the columns are, before the next place. */
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
