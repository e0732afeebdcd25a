import '#web/desk/appointments/segmented.css'
import { useMemo } from 'react'
import { storedValue } from '#web/lib/stored-value.ts'

const ZOOMS = ['s', 'm', 'l'] as const
export type Zoom = (typeof ZOOMS)[number]

/** Pixels per minute. */
export const PIXELS: Record<Zoom, number> = { s: 1.1, m: 1.4, l: 2.2 }

const keptZoom = storedValue('sprout.calendar-zoom')

/** The zoom of the day; kept on this computer. */
export function useZoom() {
  const kept = keptZoom.use()
  return [ZOOMS.find((each) => each === kept) ?? 'm', (zoom: Zoom) => keptZoom.write(zoom)] as const
}

const keptHidden = storedValue('sprout.calendar-hidden')

/** Ids of the hidden columns; kept on this computer. Nothing about patients. */
export function useHiddenColumns() {
  const kept = keptHidden.use()
  const hidden = useMemo<readonly string[]>(() => kept?.split(' ') ?? [], [kept])
  return [hidden, (ids: readonly string[]) => keptHidden.write(ids.join(' ') || null)] as const
}

interface ZoomFieldProps {
  zoom: Zoom
  onChoose: (zoom: Zoom) => void
}

export function ZoomField({ zoom, onChoose }: ZoomFieldProps) {
  return (
    <fieldset className="segmented">
      <legend className="sr-only">Size</legend>
      {ZOOMS.map((each) => (
        <label key={each} className="segment">
          <input
            type="radio"
            name="zoom"
            checked={each === zoom}
            onChange={() => onChoose(each)}
            className="sr-only"
          />
          {each.toUpperCase()}
        </label>
      ))}
    </fieldset>
  )
}
