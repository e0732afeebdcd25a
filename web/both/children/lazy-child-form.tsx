import type { UseMutationResult } from '@tanstack/react-query'
import type { NewChild } from '#contract/guardians/children.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import type { ChildFormProps } from './child-form.tsx'

/** Loaded on demand, because only forms need the form library. */
const childForm = componentChunk(() => import('./child-form.tsx'))

type LazyChildFormProps = Omit<ChildFormProps, 'busy' | 'error' | 'onSubmit'> & {
  /** The mutation that saves the form. */
  saving: Pick<UseMutationResult<unknown, Error, NewChild>, 'isPending' | 'error' | 'mutate'>
}

/** The form of a child, loaded when it opens. */
export function LazyChildForm({ saving, ...form }: LazyChildFormProps) {
  const { isPending: busy, error, mutate } = saving
  return (
    <LazyComponent
      chunk={childForm}
      props={{ ...form, busy, error, onSubmit: (child) => mutate(child) }}
      waiting={<FormSpinner />}
    />
  )
}
