/** The sprout: two leaves on a stem, in the text's color. */
export function SproutMark({ size = 36 }: { size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" width={size} height={size}>
      <path
        d="M20 37V21"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <path d="M18.6 24C8.5 24 3.5 18 3.5 8.500c10 0 15.1 5 15.1 15.500Z" fill="currentColor" />
      <path
        d="M21.4 19.500c0-9.5 5-15.5 15.1-15.5 0 10.2-5 15.5-15.1 15.500Z"
        fill="currentColor"
        opacity=".72"
      />
    </svg>
  )
}
