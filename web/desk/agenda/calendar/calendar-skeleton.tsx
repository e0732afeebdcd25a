import './calendar.css'

const COLUMNS = ['first', 'second', 'third', 'fourth', 'fifth']
const MINUTES = 600

/**
 * The frame of a calendar that is loading: its axis, and bars for the headings. Screen readers read `label`.
 */
export function CalendarSkeleton({ label }: { label: string }) {
  return (
    <div data-page-wait="" className="calendar-scroll">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div
        aria-hidden="true"
        className="calendar-grid"
        style={{ '--columns': COLUMNS.length, '--from': 0, '--minutes': MINUTES }}
      >
        <div className="calendar-heads">
          <div className="calendar-corner" />
          {COLUMNS.map((column) => (
            <div key={column} className="calendar-head">
              <span className="skeleton h-4 w-2/3" />
            </div>
          ))}
        </div>
        {COLUMNS.map((column, index) => (
          <div key={column} className="calendar-ground" style={{ gridColumn: index + 2 }} />
        ))}
      </div>
    </div>
  )
}
