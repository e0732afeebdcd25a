import { ZOOMS, type Zoom } from './calendar-settings.ts'

interface ZoomFieldProps {
  zoom: Zoom
  onChoose: (zoom: Zoom) => void
}

/** How large a calendar is drawn. */
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
