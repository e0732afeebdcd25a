const PLACES = ['first', 'second', 'third', 'fourth']

/** The doctors' places, in the size of the cards that will stand there. */
export function TeamSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the doctors</span>
      <ul aria-hidden="true" className="grid grid-cols-2 gap-x-4 gap-y-8 md:gap-x-6 lg:grid-cols-4">
        {PLACES.map((place) => (
          <li key={place}>
            <div className="leaf skeleton aspect-square" />
            <div className="skeleton mt-5 h-5 w-3/4" />
            <div className="skeleton mt-3 h-4 w-1/2" />
          </li>
        ))}
      </ul>
    </div>
  )
}
