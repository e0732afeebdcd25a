import type { ComponentProps } from 'react'
import { TextField } from '#web/components/forms/fields.tsx'
import * as words from '#words/en/account/sign-in.ts'

/** The email of an account, as password managers find it. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField label={words.email} type="email" autoComplete="username" {...field} />
}
