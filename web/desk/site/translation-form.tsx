import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  type ClinicText,
  type ClinicTexts,
  clinicTexts,
  type TranslationChange,
  translationChange,
} from '#contract/translations/translations.ts'
import { changeTranslation } from '#contract/translations/translations-calls.ts'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { describedBy } from '#web/components/forms/fields.tsx'
import { SaveOrDiscard } from '#web/components/forms/save-or-discard.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { useStaleSave } from '#web/components/forms/use-stale-save.ts'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { translationsOptions } from './translations-api.ts'

/** About as many characters as fit a line of a field. */
const CHARACTERS_OF_LINE = 60
const MOST_ROWS = 12

/** The height of a field for about as much text as the English one. */
function rowsFor(text: string): number {
  const rows = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_OF_LINE)), 0)
  return Math.min(rows, MOST_ROWS)
}

interface TranslationFormProps {
  one: ClinicText
  all: ClinicTexts
}

/** A text of the clinic in English, and its translation. */
export function TranslationForm({ one: { text, translation }, all }: TranslationFormProps) {
  const { language } = all
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { saving, theirs = [], submit } = useSaveTranslation(all, text)
  const isDirty = typed !== undefined && typed !== translation
  useUnsavedChanges(isDirty)
  const error = saving.error && theirs.length === 0 ? saving.error.message : problem

  useEffect(() => {
    if (saving.error || problem) field.current?.focus()
  }, [saving.error, problem])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending || typed === undefined) return
    const checked = translationChange.safeParse({ text, before: translation, translation: typed })
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.data) return
    submit(checked.data, () => {
      setTyped(undefined)
      // The pressed button goes.
      field.current?.focus()
    })
  }

  function discard() {
    setTyped(undefined)
    setProblem(undefined)
    saving.reset()
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-x-6 gap-y-2 md:grid-cols-2">
      <p id={`${id}-text`} className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <div className="grid min-w-0 content-start gap-3">
        <div className="grid gap-1.5">
          <label id={`${id}-label`} htmlFor={id} className="text-sm font-bold text-muted">
            {ENGLISH_NAMES[language]}
          </label>
          <textarea
            {...describedBy(id, { error })}
            ref={field}
            id={id}
            // Every field has the same label; the English text distinguishes them.
            aria-labelledby={`${id}-label ${id}-text`}
            lang={language}
            rows={rowsFor(text)}
            value={typed ?? translation}
            readOnly={saving.isPending}
            onChange={({ target }) => setTyped(target.value)}
            className="field py-2"
          />
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
        {theirs.length > 0 && <StaleAlert changes={theirs} />}
        {(isDirty || saving.isPending) && (
          <SaveOrDiscard isDirty busy={saving.isPending} onDiscard={discard} />
        )}
      </div>
    </form>
  )
}

/** Saves the translation of a text. */
function useSaveTranslation(all: ClinicTexts, text: string) {
  const queries = useQueryClient()
  const { language } = all
  return useStaleSave({
    state: all,
    schema: clinicTexts,
    save: (body: TranslationChange) => send(changeTranslation, { params: { language }, body }),
    show: (current) => queries.setQueryData(translationsOptions(language).queryKey, current),
    onSaved: () => toast.success('The translation is saved'),
    textsOf: ({ texts }) =>
      Object.fromEntries(
        texts
          .filter((one) => one.text === text)
          .map(({ translation }) => [ENGLISH_NAMES[language], translation]),
      ),
  })
}
