const ROWS = ['first', 'second', 'third']

/** The room of a few appointments, while they are on their way. */
export function AppointmentsSkeleton() {
  return (
    <div data-page-wait="" className="after-a-moment">
      <p role="status" className="sr-only">
        Loading your appointments
      </p>
      <div aria-hidden="true" className="grid gap-4">
        {ROWS.map((row) => (
          <div key={row} className="leaf grid gap-3 bg-base-100 p-6">
            <div className="skeleton h-6 w-1/2 rounded-full" />
            <div className="skeleton h-6 w-3/4 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
