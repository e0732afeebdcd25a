import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { currentOf } from '#web/lib/api/stale.ts'
import type { TheirChange } from './stale-alert.tsx'

interface StaleSaveOptions<State, Fields> {
  /** The values in the form, with their version. */
  state: State
  schema: z.ZodMiniType<State>
  save: (fields: Fields) => Promise<State>
  /** Replaces `state` by the server's: the saved state, or the one that someone else has saved. */
  show: (current: State) => void
  onSaved: (saved: State) => void
  /** The values that someone else may change, by label. */
  textsOf: (state: State) => Record<string, string>
}

/** Saves a form that someone else may have saved first; `theirs` then lists their changes. */
export function useStaleSave<State, Fields>(options: StaleSaveOptions<State, Fields>) {
  const { state, schema, save, show, onSaved, textsOf } = options
  const saving = useMutation({
    mutationFn: ({ fields }: { fields: Fields; before: State }) => save(fields),
    onSuccess: (saved) => {
      show(saved)
      onSaved(saved)
    },
    onError: (error) => {
      const current = currentOf(error, schema)
      if (current) show(current)
    },
  })
  const current = currentOf(saving.error, schema)
  const theirs = current && saving.variables && differences(saving.variables.before, current)

  function differences(before: State, now: State): TheirChange[] {
    const old = textsOf(before)
    return Object.entries(textsOf(now))
      .filter(([label, text]) => old[label] !== text)
      .map(([label, text]) => ({ label, now: text }))
  }

  return {
    saving,
    theirs,
    submit: (fields: Fields, onSuccess?: (saved: State) => void) =>
      saving.mutate({ fields, before: state }, { onSuccess }),
  }
}
