import { InlineLink } from '#web/components/text-link.tsx'

/** A note about appointments that no longer fit after a change. */
export function UndecidedNote() {
  return (
    <>
      They stay as they are until you decide about them on the{' '}
      <InlineLink to="/dashboard/schedule">Schedule</InlineLink> page.
    </>
  )
}
