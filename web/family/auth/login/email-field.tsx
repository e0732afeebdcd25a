import type { ComponentProps } from 'react'
import { TextField } from '#web/components/forms/fields.tsx'

/** The email of an account, as password managers find it. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField label="Email" type="email" autoComplete="username" {...field} />
}
