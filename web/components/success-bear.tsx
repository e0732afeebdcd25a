import bear from '#web/illustrations/treatment-vaccinations.svg'

/** The bear with a check mark that is drawn once, or static with reduced motion. */
export function SuccessBear() {
  return (
    <span className="relative block">
      <img src={bear} alt="" width={112} height={112} className="picture size-28" />
      <span className="absolute -end-1 bottom-0 grid size-11 place-items-center rounded-full border-4 border-base-100 bg-success text-success-content">
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          width="24"
          height="24"
          fill="none"
          stroke="currentColor"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="m5 12.5 4.5 4.5L19 7.5" pathLength="1" className="check-mark" />
        </svg>
      </span>
    </span>
  )
}
