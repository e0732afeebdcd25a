import { useEffect, useRef, useState } from 'react'

/**
 * The errors of a form by field name; focuses the first wrong field of `form`. If a field has several errors,
 * `show` uses the first.
 */
export function useFieldErrors() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  const show = (found: readonly (readonly [field: string, message: string])[]) =>
    setErrors(Object.fromEntries(found.toReversed()))
  return { form, errors, show }
}
