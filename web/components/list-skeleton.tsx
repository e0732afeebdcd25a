const ROWS = ['first', 'second', 'third', 'fourth', 'fifth']

/** The room of a list with pictures, while it is on its way. `label` is read out. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div data-page-wait="" className="after-a-moment">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true" className="leaf grid gap-5 bg-base-100 p-6 shadow-soft">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center gap-4">
            <div className="skeleton size-11 shrink-0 rounded-full" />
            <div className="grid grow gap-2">
              <div className="skeleton h-4 w-1/2" />
              <div className="skeleton h-3 w-3/4" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
