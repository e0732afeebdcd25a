import { Link } from 'react-router-dom'
import { useClinic } from '#web/lib/clinic.tsx'
import { SproutMark } from './sprout-mark.tsx'

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
