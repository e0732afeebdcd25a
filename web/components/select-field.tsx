import { type ComponentProps, useId } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './text-field.tsx'

interface SelectProps extends ComponentProps<'select'>, FieldProps {
  /** Shown first and cannot be chosen. */
  placeholder: string
  options: readonly string[]
}

/** A labelled choice of one of `options`; otherwise as `TextField`. */
export function SelectField({
  label,
  error,
  hint,
  placeholder,
  options,
  className,
  ...select
}: SelectProps) {
  const made = useId()
  const id = select.id ?? made
  const start = select.value === undefined ? { defaultValue: select.defaultValue ?? '' } : {}
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <select
        {...select}
        {...start}
        {...describedBy(id, { error, hint })}
        id={id}
        className={`field field-choice ${className ?? ''}`}
      >
        <option value="" disabled>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
