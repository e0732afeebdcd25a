import { useState } from 'react'

export const ZOOMS = ['s', 'm', 'l'] as const
export type Zoom = (typeof ZOOMS)[number]

/** Pixels of a minute. */
export const PIXELS: Record<Zoom, number> = { s: 1.1, m: 1.4, l: 2.2 }

const ZOOM_KEY = 'sprout.calendar-zoom'
const HIDDEN_KEY = 'sprout.calendar-hidden'

/** How large the day is drawn; kept on this computer. */
export function useZoom() {
  const [zoom, setZoom] = useState<Zoom>(
    () => ZOOMS.find((each) => each === localStorage.getItem(ZOOM_KEY)) ?? 'm',
  )
  return [
    zoom,
    (next: Zoom) => {
      localStorage.setItem(ZOOM_KEY, next)
      setZoom(next)
    },
  ] as const
}

/** Ids of the columns that are not shown; kept on this computer. Nothing about patients. */
export function useHiddenColumns() {
  const [hidden, setHidden] = useState<readonly string[]>(
    () => localStorage.getItem(HIDDEN_KEY)?.split(' ') ?? [],
  )
  return [
    hidden,
    (ids: readonly string[]) => {
      if (ids.length > 0) localStorage.setItem(HIDDEN_KEY, ids.join(' '))
      else localStorage.removeItem(HIDDEN_KEY)
      setHidden(ids)
    },
  ] as const
}
