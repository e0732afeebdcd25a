import { type ComponentProps, useEffect } from 'react'
import { SaveOrDiscard } from './save-or-discard.tsx'

/** Saves a long form. Visible while there are unsaved changes. */
export function SaveBar(props: ComponentProps<typeof SaveOrDiscard>) {
  const { isDirty } = props
  useEffect(() => {
    // The bar may have covered the edited field.
    if (isDirty) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isDirty])
  return (
    <div data-unsaved={isDirty || undefined} className="save-bar">
      <p role="status" className="grow font-bold">
        {isDirty && 'Unsaved changes'}
      </p>
      <SaveOrDiscard {...props} />
    </div>
  )
}
