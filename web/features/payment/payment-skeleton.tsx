/** The room of the appointment and the card form, while the appointment is on its way. */
export function PaymentSkeleton() {
  return (
    <div className="after-a-moment">
      <p role="status" className="sr-only">
        Loading your appointment
      </p>
      <div
        aria-hidden="true"
        className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        <div className="leaf grid gap-4 bg-base-100 p-6 md:p-8">
          <div className="skeleton h-7 w-2/3 rounded-full" />
          <div className="skeleton h-32 rounded-2xl" />
        </div>
        <div className="leaf grid gap-4 bg-base-100 p-6 md:p-8">
          <div className="skeleton h-6 w-24 rounded-full" />
          <div className="skeleton h-40 rounded-field" />
          <div className="skeleton h-12 rounded-full" />
        </div>
      </div>
    </div>
  )
}
