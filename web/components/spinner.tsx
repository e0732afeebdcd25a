/** A waiting state in the place of a control or a small part. `label` is read out. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center">
      <span aria-hidden="true" className="spinner text-primary" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A waiting state in the place of a page; shows only after a moment, and keeps the room. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
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
