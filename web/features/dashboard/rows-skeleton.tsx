import { Spinner } from '../../components/spinner.tsx'

const ROWS = ['first', 'second', 'third']

/** The room of a few rows, while they, or the page that shows them, are on their way. `label` is read out. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div data-page-wait="" className="after-a-moment relative">
      <span className="absolute top-6 right-6">
        <Spinner label={label} />
      </span>
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
