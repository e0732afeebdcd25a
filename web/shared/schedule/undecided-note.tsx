import { Link } from 'react-router-dom'

/** What becomes of appointments that no longer fit after a change. */
export function UndecidedNote() {
  return (
    <>
      They stay as they are until you decide about them on the{' '}
      <Link to="/dashboard/schedule" className="font-bold underline underline-offset-4">
        Schedule
      </Link>{' '}
      page.
    </>
  )
}
