/** The soft edge between two backgrounds: a hill in the color of the second (`text-…`). */
export function Hill({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1440 80"
      preserveAspectRatio="none"
      className={`block h-6 w-full md:h-10 ${className}`}
    >
      <path d="M0 80V46C220 6 420 4 640 30s420 44 800-10V80Z" fill="currentColor" />
    </svg>
  )
}
