import { Link } from 'react-router-dom'
import { useClinic } from '#web/lib/clinic.tsx'

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

/** The clinic's logo and name, linked to the home page. */
export function Logo() {
  const { name } = useClinic()
  return (
    <Link to="/" className="inline-flex min-h-11 items-center gap-2 text-primary">
      <SproutMark />
      <span className="text-2xl font-extrabold tracking-tight text-base-content">{name}</span>
    </Link>
  )
}
