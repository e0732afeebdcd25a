import { type ComponentProps, useId } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './text-field.tsx'

/** A labelled field of several lines; otherwise as `TextField`. */
export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...area
}: ComponentProps<'textarea'> & FieldProps) {
  const made = useId()
  const id = area.id ?? made
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={4}
        {...area}
        {...describedBy(id, { error, hint })}
        id={id}
        className={`field py-3 ${className ?? ''}`}
      />
    </FieldFrame>
  )
}
