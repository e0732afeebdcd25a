import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import * as words from '#words/en/families/components.ts'
import { FieldFrame, type FieldProps, useField } from './fields.tsx'

/** A password with a button that shows or hides it; otherwise like `TextField`. */
export function PasswordField({
  className = '',
  ...field
}: Omit<ComponentProps<'input'>, 'type'> & FieldProps) {
  const { frame, control } = useField(field)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck="false"
          className={`field pe-13 ${className}`}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={words.showPassword}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-0.5 grid w-11 place-items-center rounded-full text-muted hover:text-base-content"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      </div>
    </FieldFrame>
  )
}
