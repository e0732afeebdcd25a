import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { translateLegalPage } from '#contract/legal/legal-calls.ts'
import {
  LEGAL_KILOBYTES,
  type LegalPage,
  newLegalTranslation,
} from '#contract/legal/legal-pages.ts'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import { formatRichText } from '#contract/rich-text/parse-rich-text.ts'
import { fetchLegalPage } from '#web/both/legal/legal-api.ts'
import { RichText } from '#web/both/rich-text/rich-text.tsx'
import { useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { toast } from '#web/components/toasts.tsx'
import { richTextField } from '#web/desk/rich-text/rich-text-chunk.ts'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import type { Translation } from '#words/languages.ts'

interface TranslationFormProps {
  page: LegalPageName
  version: number
  language: Translation
  /** The text is saved, or the admin does not want to. */
  onClose: () => void
}

const versionKey = (page: LegalPageName, version: number) => ['legal', page, 'translate', version]

/** The form for the text of a published version in another language. */
export function TranslationForm(props: TranslationFormProps) {
  const { page, version, language } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const published = useQuery({
    queryKey: versionKey(page, version),
    queryFn: ({ signal }) => fetchLegalPage(page, version, signal),
  })
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="translation" className="grid gap-4">
      <h3 id="translation" ref={heading} tabIndex={-1} className="text-lg">
        Version {version} in {ENGLISH_NAMES[language]}
      </h3>
      <Loaded query={published} what="this version">
        {(known) => known && <Form {...props} known={known} />}
      </Loaded>
    </section>
  )
}

/** Typed text is kept when another admin saves first, or when sending fails. */
function Form({
  page,
  version,
  language,
  onClose,
  known,
}: TranslationFormProps & { known: LegalPage }) {
  const queries = useQueryClient()
  const { run: runRecent, dialog } = useRecentLoginDialog(
    'Please log in again before saving the text of a legal page.',
  )
  const saved = known.translations?.find((each) => each.language === language)
  const [draft] = useState(saved ? formatRichText(saved.body) : '')
  const [text, setText] = useState(draft)
  const [problem, setProblem] = useState<string>()
  const failure = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const revision = saved?.revision ?? 0
  const name = ENGLISH_NAMES[language]
  useUnsavedChanges(text !== draft)

  const saving = useMutation({
    mutationFn: () =>
      runRecent(() =>
        send(translateLegalPage, { params: { page, language }, body: { version, revision, text } }),
      ),
    onSuccess: async () => {
      toast.success(`The text of version ${version} in ${name} is saved`)
      onClose()
      await queries.invalidateQueries({ queryKey: ['legal', page] })
    },
    onError: (error) => {
      setProblem(issuesOf(error)[0]?.message)
      const current = currentOf(error, translateLegalPage.answers[200])
      if (current) queries.setQueryData(versionKey(page, version), current)
    },
  })
  const { error, isPending } = saving
  const isStale = currentOf(error, translateLegalPage.answers[200]) !== undefined
  const hasFailed = error !== null && issuesOf(error).length === 0

  useEffect(() => {
    if (hasFailed) failure.current?.focus()
  }, [hasFailed])

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const checked = newLegalTranslation.safeParse({ version, revision, text })
    setProblem(checked.error?.issues[0]?.message)
    saving.reset()
    if (checked.success) saving.mutate()
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        aria-labelledby="translation"
        onSubmit={submit}
        className="grid max-w-none! gap-4"
      >
        <p className="max-w-prose text-muted">
          Pages in {name} show this text, with a link to the English one.
        </p>
        <Text summary="The English text" body={known.body} />
        {isStale && saved && <Text summary={`The saved text in ${name}`} body={saved.body} />}
        <LazyComponent
          chunk={richTextField}
          props={{
            label: `Text in ${name}`,
            lang: language,
            value: text,
            onChange: setText,
            most: LEGAL_KILOBYTES,
            readOnly: isPending,
            error: problem,
          }}
          waiting={<ListSkeleton label="Loading the editor" />}
        />
        {hasFailed && (
          <div ref={failure} tabIndex={-1} className="outline-none">
            <FormAlert>
              {isStale
                ? 'Another admin has saved this text. Nothing you typed was lost. Read theirs above, then save yours in its place.'
                : `${error.message} Nothing you typed was lost.`}
            </FormAlert>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isPending}>
            Save the text in {name}
          </Button>
          <Button look="quiet" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

function Text({ summary, body }: { summary: string; body: LegalPage['body'] }) {
  return (
    <details>
      <summary className="cursor-pointer font-bold">{summary}</summary>
      <RichText text={body} top={3} />
    </details>
  )
}
