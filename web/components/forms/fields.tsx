import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'

export interface FieldProps {
  label: string
  /** The message under the field; it is announced and marks the field as invalid. */
  error?: string | undefined
  /** A line of help under the label. */
  hint?: ReactNode
}

interface FrameProps extends FieldProps {
  id: string
  children: ReactNode
}

/** The label, help and message around one control. */
export function FieldFrame({ id, label, error, hint, children }: FrameProps) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** ARIA attributes that connect a control with its help and message. */
export function describedBy(id: string, { error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean)
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

/** Splits the properties of a field into the frame's and the control's. */
export function useField<Props extends FieldProps & { id?: string | undefined }>({
  label,
  error,
  hint,
  ...control
}: Props) {
  const made = useId()
  const id = control.id ?? made
  const frame = { id, label, error, hint }
  return { frame, control: { ...control, ...describedBy(id, { error, hint }), id } }
}

/**
 * In fields of type `email`, Chromium converts some international domains by an old rule: `faß.example` would
 * become `fass.example`, which belongs to someone else.
 */
const EMAIL_INPUT = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

/**
 * A labeled one-line field with its message. Takes everything an `<input>` takes and
 * react-hook-form's `register`: `<TextField label="Name" error={errors.name?.message} {...register('name')} />`.
 */
export function TextField({ className = '', ...field }: ComponentProps<'input'> & FieldProps) {
  const { frame, control } = useField(field)
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        {...(control.type === 'email' && EMAIL_INPUT)}
        className={`field ${className}`}
      />
    </FieldFrame>
  )
}

/** A labeled multi-line field; otherwise like `TextField`. */
export function TextAreaField({
  className = '',
  ...field
}: ComponentProps<'textarea'> & FieldProps) {
  const { frame, control } = useField(field)
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...control} className={`field py-3 ${className}`} />
    </FieldFrame>
  )
}

interface Choice {
  value: string | number
  label: string
  /** Where it is not the page's. */
  lang?: string
}

/** Choices from objects with an id and a name, such as doctors. */
export const choicesOf = (named: readonly { _id: string; name: string }[]): Choice[] =>
  named.map(({ _id, name }) => ({ value: _id, label: name }))

interface SelectProps extends ComponentProps<'select'>, FieldProps {
  /** Shown first; cannot be selected. */
  placeholder?: string
  options: readonly (string | Choice)[]
}

/** A labeled select; otherwise like `TextField`. */
export function SelectField({ placeholder, options, className = '', ...field }: SelectProps) {
  const { frame, control } = useField(field)
  const start = field.value === undefined ? { defaultValue: field.defaultValue ?? '' } : {}
  return (
    <FieldFrame {...frame}>
      <select {...control} {...start} className={`field field-choice ${className}`}>
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options
          .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
          .map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
      </select>
    </FieldFrame>
  )
}

/** A labeled checkbox, with its help under it. Takes everything an `<input>` takes. */
export function CheckboxField(field: ComponentProps<'input'> & Omit<FieldProps, 'error'>) {
  const { frame, control } = useField(field)
  const { id, label, hint } = frame
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 font-bold">
        <input
          {...control}
          type="checkbox"
          className="size-5 shrink-0 cursor-pointer accent-primary"
        />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ps-8 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
