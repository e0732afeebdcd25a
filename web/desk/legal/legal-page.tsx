import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { getClinic } from '#contract/clinic/clinic-calls.ts'
import { formatFullDay, type IsoDate } from '#contract/dates.ts'
import { publishLegalPage } from '#contract/legal/legal-calls.ts'
import { LEGAL_KILOBYTES, type LegalPage, newLegalVersion } from '#contract/legal/legal-pages.ts'
import {
  isLegalPage,
  LEGAL_PAGES,
  LEGAL_TITLES,
  type LegalPageName,
  legalPath,
} from '#contract/legal/legal-titles.ts'
import { formatRichText } from '#contract/rich-text/parse-rich-text.ts'
import { fetchLegalPage } from '#web/both/legal/legal-api.ts'
import { useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { InlineLink, TextButton } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { richTextField } from '#web/desk/rich-text/rich-text-chunk.ts'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { useClinic, useShowClinic } from '#web/lib/clinic.tsx'
import { scrollIntoRow } from '#web/lib/scroll-into-row.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { TRANSLATIONS, type Translation } from '#words/languages.ts'
import { accessibilityStatement } from './accessibility-statement.ts'
import { LEGAL_GUIDES } from './legal-guides.ts'
import { TranslationForm } from './translation-form.tsx'

const PATH = '/dashboard/legal'

/** The query key of the newest version of a page, which is null before the first. */
const newestKey = (page: LegalPageName) => ['legal', page, 'newest']

async function fetchNewest(page: LegalPageName, signal: AbortSignal): Promise<LegalPage | null> {
  const shown = await fetchLegalPage(page, undefined, signal)
  const newest = shown?.versions[0]?.version
  return newest === shown?.version ? shown : fetchLegalPage(page, newest, signal)
}

/** The clinic's legal pages, for admins: docs/requirements.md#legal-pages. */
export default function LegalEditorPage() {
  const { page = LEGAL_PAGES[0] ?? '' } = useParams()
  if (!isLegalPage(page)) return <Navigate to={PATH} replace />
  return (
    <>
      <PageTitle className="mb-4">Legal pages</PageTitle>
      <div className="grid items-start gap-x-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <PageLinks current={page} />
        <Editor key={page} page={page} />
      </div>
    </>
  )
}

function PageLinks({ current }: { current: LegalPageName }) {
  const { legal = [] } = useClinic()
  return (
    <nav aria-label="Legal pages" className="min-w-0 max-lg:mb-4">
      <ul className="flex gap-1 max-lg:overflow-x-auto lg:grid">
        {LEGAL_PAGES.map((name) => (
          <li key={name} className="shrink-0">
            <Link
              ref={name === current ? scrollIntoRow : undefined}
              to={`${PATH}/${name}`}
              aria-current={name === current ? 'page' : undefined}
              className="workspace-place px-3 py-1.5"
            >
              <span>
                {LEGAL_TITLES[name]}
                {legal.every(({ page }) => page !== name) && (
                  <span className="block text-sm font-normal">Not published</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Editor({ page }: { page: LegalPageName }) {
  const { about, source } = LEGAL_GUIDES[page]
  const newest = useQuery({
    queryKey: newestKey(page),
    queryFn: ({ signal }) => fetchNewest(page, signal),
  })
  const config = useQuery(configOptions())
  return (
    <Card className="grid gap-4">
      <h2 className="text-2xl">{LEGAL_TITLES[page]}</h2>
      <p className="max-w-prose text-muted">
        {about}
        {source && (
          <>
            {' '}
            <InlineLink to={source.url}>{source.label}</InlineLink>
          </>
        )}
      </p>
      <Loaded query={newest} what="this page">
        {(known) => (
          <Loaded query={config} what="this page">
            {({ clinic }) => (
              <>
                <VersionForm page={page} newest={known} today={clinic.today} />
                {known && <History {...known} />}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

interface VersionFormProps {
  page: LegalPageName
  newest: LegalPage | null
  today: IsoDate
}

/**
 * The form for the next version. Typed text is kept when another admin publishes first, or when
 * sending fails.
 */
function VersionForm({ page, newest, today }: VersionFormProps) {
  const queries = useQueryClient()
  const clinic = useClinic()
  const showClinic = useShowClinic()
  const { run: runRecent, dialog } = useRecentLoginDialog(
    'Please log in again before publishing a legal page.',
  )
  const published = newest ? formatRichText(newest.body) : ''
  const draft =
    page === 'accessibility' && !newest ? accessibilityStatement(clinic, today) : published
  const [text, setText] = useState(draft)
  const [effectiveOn, setEffectiveOn] = useState<string>(today)
  const [problems, setProblems] = useState<ReturnType<typeof issuesOf>>([])
  const [isAsking, setAsking] = useState(false)
  const failure = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const version = newest?.version ?? 0
  useUnsavedChanges(text !== draft)

  const publishing = useMutation({
    mutationFn: () =>
      runRecent(() =>
        send(publishLegalPage, { params: { page }, body: { version, effectiveOn, text } }),
      ),
    onSuccess: async (saved) => {
      show(saved)
      setText(formatRichText(saved.body))
      toast.success(`Version ${saved.version} is published`)
      void queries.invalidateQueries({ queryKey: TODO_KEY })
      try {
        showClinic(await send(getClinic, {}))
      } catch {
        // The next page that loads has the link.
      }
    },
    onError: (error) => {
      setProblems(issuesOf(error))
      const current = currentOf(error, publishLegalPage.answers[200])
      if (current) show(current)
    },
  })
  const show = (saved: LegalPage) => queries.setQueryData(newestKey(page), saved)
  const { error, isPending } = publishing
  const isStale = currentOf(error, publishLegalPage.answers[200]) !== undefined
  const hasFailed = error !== null && issuesOf(error).length === 0

  useEffect(() => {
    if (hasFailed) failure.current?.focus()
  }, [hasFailed])

  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const checked = newLegalVersion.safeParse({ version, effectiveOn, text })
    const issues = checked.success
      ? []
      : checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    setProblems(issues)
    publishing.reset()
    setAsking(issues.length === 0)
  }

  const problemOf = (field: string) => problems.find(({ path }) => path === field)?.message
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label={LEGAL_TITLES[page]}
        onSubmit={submit}
        className="grid max-w-none! gap-4"
      >
        <LazyComponent
          chunk={richTextField}
          props={{
            label: 'Text',
            value: text,
            onChange: setText,
            most: LEGAL_KILOBYTES,
            readOnly: isPending,
            error: problemOf('text'),
          }}
          waiting={<ListSkeleton label="Loading the editor" />}
        />
        <TextField
          label="Takes effect on"
          hint="May be in the past, but not before the day of the previous version."
          type="date"
          className="max-w-56"
          readOnly={isPending}
          value={effectiveOn}
          error={problemOf('effectiveOn')}
          onChange={({ target }) => setEffectiveOn(target.value)}
        />
        {hasFailed && (
          <div ref={failure} tabIndex={-1} className="outline-none">
            <FormAlert>
              {isStale
                ? `Another admin has published version ${version}. Nothing you typed was lost. Read theirs under Versions, then publish yours as version ${version + 1}.`
                : `${error.message} Nothing you typed was lost.`}
            </FormAlert>
          </div>
        )}
        <div>
          <Button type="submit" busy={isPending}>
            Publish version {version + 1}
          </Button>
        </div>
        <ConfirmDialog
          open={isAsking}
          question={`Publish version ${version + 1}?`}
          detail={`It takes effect on ${effectiveOn && formatFullDay(effectiveOn)}. A published version never changes and stays readable: correct a mistake with another version.`}
          confirmLabel="Publish"
          look="primary"
          onConfirm={() => {
            setAsking(false)
            publishing.mutate()
          }}
          onCancel={() => setAsking(false)}
        />
      </form>
      {dialog}
    </>
  )
}

const STATES = {
  upcoming: 'not in effect yet',
  current: 'in effect',
  former: 'no longer in effect',
}

/** The published versions, newest first, each with a link to its page, and its other languages. */
function History({ page, versions }: LegalPage) {
  const [open, setOpen] = useState<{ version: number; language: Translation }>()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <section aria-labelledby="versions">
        <h3 id="versions" className="text-lg">
          Versions
        </h3>
        <ul className="mt-1 grid gap-1">
          {versions.map(({ version, effectiveOn, state, languages = [] }) => (
            <li key={version}>
              <InlineLink to={`${legalPath(page)}?version=${version}`} target="_blank">
                Version {version}
                <span className="sr-only"> (opens in a new tab)</span>
              </InlineLink>
              , {formatFullDay(effectiveOn)}: {STATES[state]}
              {TRANSLATIONS.map((language) => {
                const isThere = languages.includes(language)
                const name = ENGLISH_NAMES[language]
                return (
                  <Fragment key={language}>
                    , {isThere ? `in ${name}` : `not in ${name}`}{' '}
                    {state !== 'former' && (
                      <TextButton
                        onClick={({ currentTarget }) => {
                          opener.current = currentTarget
                          setOpen({ version, language })
                        }}
                      >
                        {isThere ? `Correct the text in ${name}` : `Add the text in ${name}`}{' '}
                        <span className="sr-only">of version {version}</span>
                      </TextButton>
                    )}
                  </Fragment>
                )
              })}
            </li>
          ))}
        </ul>
      </section>
      {open && (
        <TranslationForm
          key={`${open.language} ${open.version}`}
          {...open}
          page={page}
          onClose={() => {
            setOpen(undefined)
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}
