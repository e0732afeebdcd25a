import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { IMPORT_FIELD, type ImportView, importState } from '#contract/imports/imports.ts'
import * as calls from '#contract/imports/imports-calls.ts'
import { importMachine } from '#machines/import/import-machine.ts'
import { type RunRecent, useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Instant } from '#web/both/times/instant.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { send as sendCall } from '#web/lib/api/send.ts'
import { uploadFile } from '#web/lib/api/upload.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { ChooseFile, EarlierImports } from './choose-file.tsx'
import { followChanges, waitForChange } from './import-changes.ts'
import { IMPORT_PAGE, importPage } from './import-words.ts'
import { MappingForm } from './mapping-form.tsx'
import { Counts, Duplicates, RefusedRows, RowList } from './report.tsx'

interface Site {
  /** The import of the page's address. */
  id: string | undefined
  runRecent: RunRecent
  /** Shows the page of an import. */
  show: (id: string) => void
}

/** The machine with its actors: the server. */
function importLogic({ id, runRecent, show }: Site) {
  const read = (_id: string, signal: AbortSignal) =>
    sendCall(calls.getImport, { params: { id: _id }, signal })
  return importMachine.provide({
    actors: {
      loadImport: fromPromise(async ({ signal }) => {
        if (id !== undefined) return { shown: await read(id, signal), earlier: [] }
        return { shown: null, earlier: await sendCall(calls.listImports, { signal }) }
      }),
      uploadImport: fromPromise(async ({ input: { kind, file } }) => {
        const address = `/imports?${new URLSearchParams({ kind, name: file.name })}`
        const upload = { field: IMPORT_FIELD, file, schema: importState }
        const { _id } = await runRecent(() => uploadFile(address, upload))
        show(_id)
        // The page of the import takes this one's place.
        return new Promise<ImportView>(() => {})
      }),
      saveMapping: fromPromise(({ input: { _id, version, mapping, decisions } }) =>
        runRecent(() =>
          sendCall(calls.changeMapping, {
            params: { id: _id },
            body: { mapping, decisions, version },
          }),
        ),
      ),
      checkImport: fromPromise(({ input: { _id, version } }) =>
        runRecent(() => sendCall(calls.checkImport, { params: { id: _id }, body: { version } })),
      ),
      followImport: fromPromise(async ({ input, signal }) => {
        await waitForChange(input, signal)
        return read(input._id, signal)
      }),
      runImport: fromPromise(({ input: { _id, fingerprint } }) =>
        runRecent(() => sendCall(calls.runImport, { params: { id: _id }, body: { fingerprint } })),
      ),
      undoImport: fromPromise(({ input: { _id, version } }) =>
        runRecent(() => sendCall(calls.undoImport, { params: { id: _id }, body: { version } })),
      ),
    },
  })
}

// Loaded when needed, because most visits of the page import a file.
const inviteFamilies = componentChunk(() => import('../claims/invite-families.tsx'))

/** Brings files of the previous system in, for admins: docs/requirements.md#moving-in. */
export default function ImportPage() {
  const { id } = useParams()
  return <ImportOf key={id ?? 'new'} id={id} />
}

function ImportOf({ id }: { id: string | undefined }) {
  const navigate = useNavigate()
  const { run: runRecent, dialog } = useRecentLoginDialog('Please log in again before importing.')
  const [logic] = useState(() =>
    importLogic({ id, runRecent, show: (uploaded) => navigate(importPage(uploaded)) }),
  )
  useEffect(() => (id === undefined ? undefined : followChanges(id)), [id])
  return (
    <>
      <ImportScreen
        logic={logic}
        invite={<LazyComponent chunk={inviteFamilies} props={{}} waiting={null} />}
      />
      {dialog}
    </>
  )
}

interface ImportScreenProps {
  logic: typeof importMachine
  /** What can be done with imported families. */
  invite?: ReactNode
}

/** The page with a machine whose actors are provided. */
export function ImportScreen({ logic, invite }: ImportScreenProps) {
  const [state, send] = useMachine(logic)
  const { shown, earlier, mapping, decisions, message } = state.context
  const isMapping = state.matches('mapping')
  const isSaving = state.matches('saving') || state.matches('starting')
  const isReport = state.matches('report') || state.matches('confirming')
  // A report that is being checked again stays on the screen.
  const isChecked = isReport || (isSaving && shown?.state === 'checked')
  const isAsking = state.matches('asking') || state.matches('startingUndo')
  const isDone = state.matches('done') || isAsking
  useUnsavedChanges(isMapping && mapping !== shown?.mapping)
  const title = shown && !state.matches('loading') && !state.matches('loadFailed') && titleOf(shown)
  const heading = useFocusOnChange<HTMLHeadingElement>(title || '')
  return (
    <>
      <PageTitle>Import</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        Brings families, coming appointments, past visits and the waiting list from your previous
        system. Families get no email about it.
      </p>
      {state.matches('loading') && <ListSkeleton label="Loading imports" />}
      {state.matches('loadFailed') && (
        <ErrorState
          title="We couldn’t load the import"
          onRetry={() => send({ type: 'import.reload' })}
        >
          {message}
        </ErrorState>
      )}
      {(state.matches('choosing') || state.matches('uploading')) && (
        <>
          <ChooseFile
            busy={state.matches('uploading')}
            message={message}
            onUpload={(chosen) => send({ type: 'import.upload', ...chosen })}
          />
          <EarlierImports earlier={earlier} />
          {earlier.some(({ state }) => state === 'done') && invite}
        </>
      )}
      {shown && title && (
        <div className="grid gap-5">
          <h2 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
            {title}
          </h2>
          {message && (
            <FormAlert>
              {message}{' '}
              <TextButton onClick={() => send({ type: 'import.reload' })}>Load again</TextButton>
            </FormAlert>
          )}
          {mapping && (isMapping || (isSaving && !isChecked)) && (
            <MappingForm
              shown={shown}
              mapping={mapping}
              busy={isSaving}
              onChange={(change) => send({ type: 'import.map', change })}
              onCheck={() => send({ type: 'import.check' })}
            />
          )}
          {state.matches('working') && <Progress shown={shown} />}
          {isChecked && (
            <>
              <Card className="grid max-w-2xl gap-4">
                <p>Nothing is imported yet. This is what an import would do with each row:</p>
                <Counts counts={shown.counts} />
                <div className="flex flex-wrap gap-3">
                  <Button
                    busy={state.matches('confirming')}
                    disabled={isSaving}
                    onClick={() => send({ type: 'import.run' })}
                  >
                    Import these rows
                  </Button>
                  <Button
                    look="secondary"
                    disabled={!state.matches('report')}
                    onClick={() => send({ type: 'import.edit' })}
                  >
                    Change columns
                  </Button>
                </div>
              </Card>
              <Duplicates
                rows={shown.duplicates}
                decisions={decisions}
                busy={isSaving}
                onDecide={(row, decision) => send({ type: 'import.decide', row, decision })}
                onCheck={() => send({ type: 'import.check' })}
              />
              <RowList title="Different here" rows={shown.differing} />
              <RefusedRows shown={shown} />
            </>
          )}
          {isDone && (
            <>
              <Card className="grid max-w-2xl gap-4">
                <Counts counts={shown.counts} />
                {shown.undoUntil && !isAsking && (
                  <p>
                    It can be undone until <Instant at={shown.undoUntil} as="weekday" />: what
                    nothing has touched since is deleted.
                  </p>
                )}
                {isAsking && (
                  <p>
                    Undo deletes what this import added. What has an account, a change or a payment
                    since stays, and is listed.
                  </p>
                )}
                <div className="flex flex-wrap gap-3">
                  {isAsking ? (
                    <>
                      <Button
                        look="danger"
                        busy={state.matches('startingUndo')}
                        onClick={() => send({ type: 'import.confirmUndo' })}
                      >
                        Delete what it added
                      </Button>
                      <Button
                        look="secondary"
                        disabled={state.matches('startingUndo')}
                        onClick={() => send({ type: 'import.keep' })}
                      >
                        Keep it
                      </Button>
                    </>
                  ) : (
                    <>
                      <ButtonLink to={IMPORT_PAGE}>Import another file</ButtonLink>
                      {shown.undoUntil && (
                        <Button look="secondary" onClick={() => send({ type: 'import.undo' })}>
                          Undo this import
                        </Button>
                      )}
                    </>
                  )}
                </div>
              </Card>
              <RowList title="Different here" rows={shown.differing} />
              <RefusedRows shown={shown} />
              {invite}
            </>
          )}
          {state.matches('undone') && shown.undone && (
            <>
              <p>
                Rows deleted again: {shown.undone.deleted.toLocaleString('en-US')}. Rows that stay:{' '}
                {shown.undone.kept.toLocaleString('en-US')}.
              </p>
              <RowList title="What stays, and why" rows={shown.undone.rows} />
              <div>
                <ButtonLink to={IMPORT_PAGE}>Import another file</ButtonLink>
              </div>
            </>
          )}
        </div>
      )}
    </>
  )
}

function titleOf({ state, fileName }: ImportView): string {
  switch (state) {
    case 'checking':
      return `Checking ${fileName}`
    case 'checked':
      return `Report of ${fileName}`
    case 'running':
      return `Importing ${fileName}`
    case 'done':
      return `Imported: ${fileName}`
    case 'undoing':
      return `Undoing the import of ${fileName}`
    case 'undone':
      return `Undone: ${fileName}`
    case 'mapping':
    case 'reading':
      return `Columns of ${fileName}`
  }
}

/** How far the server is. */
function Progress({ shown }: { shown: ImportView }) {
  const { done, of } = shown.progress
  const percent = of > 0 ? Math.floor((done / of) * 100) : 0
  return (
    <Card className="grid max-w-2xl gap-3">
      <progress
        aria-label={titleOf(shown)}
        max={100}
        value={percent}
        className="h-3 w-full appearance-none overflow-hidden rounded-full bg-leaf [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-leaf [&::-webkit-progress-value]:bg-primary"
      />
      <p className="text-lg font-bold tabular-nums">{percent} %</p>
      <p className="text-muted">You can leave this page: the work goes on, and the desk, too.</p>
    </Card>
  )
}
