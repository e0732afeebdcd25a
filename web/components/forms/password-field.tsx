import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useId, useState } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './fields.tsx'

/** A password with a button that shows or hides it; otherwise like `TextField`. */
export function PasswordField({
  label,
  error,
  hint,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & FieldProps) {
  const made = useId()
  const id = input.id ?? made
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...input}
          {...describedBy(id, { error, hint })}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck="false"
          className={`field pr-13 ${className ?? ''}`}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label="Show password"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-full text-muted hover:text-base-content"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      </div>
    </FieldFrame>
  )
}
