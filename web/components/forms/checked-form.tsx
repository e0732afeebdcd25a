import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { FormAlert } from './form-alert.tsx'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  /** Called when every field is valid. */
  onSubmit: () => void
}

/**
 * A form with its own messages about missing fields instead of the browser's bubbles. The first
 * invalid field gets the focus.
 */
export function CheckedForm({ onSubmit, children, ...props }: CheckedFormProps) {
  const [wrong, setWrong] = useState<string>()
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.querySelector<Field>(':is(input, select, textarea):invalid')
    setWrong(field ? describeWrong(field) : undefined)
    if (field) field.focus()
    else onSubmit()
  }
  return (
    <form {...props} noValidate onSubmit={submit}>
      {children}
      {wrong && <FormAlert>{wrong}</FormAlert>}
    </form>
  )
}

/** 'Fill in “Treatment”.' */
function describeWrong({ labels, validity }: Field): string {
  const name = labels?.[0]?.textContent ?? ''
  return validity.valueMissing ? `Fill in “${name}”.` : `Check “${name}”.`
}
