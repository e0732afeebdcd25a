import * as words from '#words/en/frame.ts'
/** A loading state for a small part of a page. Screen readers read `label`. */
export function Spinner({ label = words.loading }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center">
      <span aria-hidden="true" className="spinner text-primary" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Replaces a form whose code is loading. */
export function FormSpinner() {
  return <Spinner label={words.loadingTheForm} />
}

/** A loading state for a page; appears after a moment and reserves the space. */
export function PageSpinner({ label = words.loading }: { label?: string }) {
  return (
    <div
      role="status"
      data-page-wait=""
      className="after-a-moment grid min-h-[70dvh] place-items-center"
    >
      <span aria-hidden="true" className="spinner text-primary" />
      <h1 className="sr-only">{label}</h1>
    </div>
  )
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth']

/** A skeleton for a list with images. `label` is read out. */
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
