import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ALERT_NAMES,
  alertKind,
  type ChildAlert,
  childAlert,
  describeAlert,
  LONGEST_ALERT,
} from '#contract/front-desk/alerts.ts'
import * as calls from '#contract/front-desk/alerts-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Fold } from '#web/components/fold.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { AlertAuthor } from './alert-list.tsx'

const alertsOptions = (childId: string) =>
  queryOptions({
    queryKey: ['alerts', childId],
    queryFn: ({ signal }) => send(calls.listAlerts, { params: { id: childId }, signal }),
    staleTime: 0,
  })

export interface AlertsDialogProps {
  childId: string
  /** The child's name. */
  name: string
  /** Called after a change, to reload the child's alerts. */
  onChange: () => void
  onClose: () => void
}

/** Adds, changes and removes a child's alerts, and shows earlier versions. */
export default function AlertsDialog({ childId, name, onChange, onClose }: AlertsDialogProps) {
  const queries = useQueryClient()
  const query = useQuery(alertsOptions(childId))
  const [editing, setEditing] = useState<string>()
  async function refresh(message: string) {
    setEditing(undefined)
    toast.success(message)
    onChange()
    await queries.invalidateQueries({ queryKey: alertsOptions(childId).queryKey })
  }
  return (
    <FormDialog open title={`Alerts of ${name}`} onClose={onClose}>
      <p className="text-muted">
        What everyone treating the child must know. Families never see it.
      </p>
      <Loaded query={query} what="the alerts">
        {({ alerts, history }) => (
          <>
            {alerts.length === 0 && <p>No alerts.</p>}
            <ul aria-label={`Alerts of ${name}`} className="grid gap-3">
              {alerts.map((alert) => (
                <li key={alert._id} className="border-s-4 border-s-error ps-3">
                  {editing === alert._id ? (
                    <AlertForm
                      childId={childId}
                      alert={alert}
                      onSaved={refresh}
                      onCancel={() => setEditing(undefined)}
                    />
                  ) : (
                    <Shown
                      childId={childId}
                      alert={alert}
                      onSaved={refresh}
                      onEdit={() => setEditing(alert._id)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {editing === undefined && (
              <section aria-label="Add an alert">
                <h3 className="text-lg font-extrabold">Add an alert</h3>
                <AlertForm childId={childId} key={history.length} onSaved={refresh} />
              </section>
            )}
            {history.length > 0 && <History history={history} />}
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}

interface EditedProps {
  childId: string
  alert: ChildAlert
  onSaved: (message: string) => Promise<void>
}

function Shown({ childId, alert, onSaved, onEdit }: EditedProps & { onEdit: () => void }) {
  const removal = useMutation({
    mutationFn: () =>
      send(calls.changeAlert, {
        params: { id: childId, alert: alert._id },
        body: { version: alert.version, kind: alert.kind, text: '' },
      }),
    onSuccess: () => onSaved('Alert removed'),
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{describeAlert(alert)}</p>
        <AlertAuthor alert={alert} />
      </div>
      <div className="flex">
        <Button look="quiet" className="px-3" aria-label={`Edit ${alert.text}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          look="quiet"
          className="px-3"
          aria-label={`Remove ${alert.text}`}
          busy={removal.isPending}
          onClick={() => removal.mutate()}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}

interface AlertFormProps extends Omit<EditedProps, 'alert'> {
  /** Absent for a new alert. */
  alert?: ChildAlert
  onCancel?: () => void
}

function AlertForm({ childId, alert, onSaved, onCancel }: AlertFormProps) {
  const [kind, setKind] = useState(alert?.kind ?? 'allergy')
  const [text, setText] = useState(alert?.text ?? '')
  const [theirs, setTheirs] = useState<ChildAlert>()
  useUnsavedChanges(text !== (alert?.text ?? ''))
  const saving = useMutation({
    mutationFn: () => {
      const params = { id: childId }
      if (!alert) return send(calls.addAlert, { params, body: { kind, text } })
      const { version } = theirs ?? alert
      return send(calls.changeAlert, {
        params: { ...params, alert: alert._id },
        body: { version, kind, text },
      })
    },
    onSuccess: () => onSaved('Alert saved'),
    onError: (error) => setTheirs(currentOf(error, childAlert) ?? theirs),
  })
  const isStale = currentOf(saving.error, childAlert) !== undefined
  return (
    <CheckedForm onSubmit={() => saving.mutate()} className="mt-2 grid gap-3">
      {theirs && (
        <StaleAlert
          changes={[{ label: 'Alert', now: theirs.text === '' ? '' : describeAlert(theirs) }]}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <SelectField
          label="Kind"
          value={kind}
          onChange={({ target }) => setKind(alertKind.parse(target.value))}
          options={alertKind.options.map((each) => ({ value: each, label: ALERT_NAMES[each] }))}
        />
        <TextField
          label="Text"
          required
          maxLength={LONGEST_ALERT}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isStale ? undefined : saving.error?.message}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending} className="min-h-11">
          {alert ? 'Save alert' : 'Add alert'}
        </Button>
        {onCancel && (
          <Button look="secondary" onClick={onCancel} className="min-h-11">
            Cancel
          </Button>
        )}
      </div>
    </CheckedForm>
  )
}

function History({ history }: { history: readonly ChildAlert[] }) {
  return (
    <Fold title="History of the alerts">
      <ol aria-label="History of the alerts" className="mt-2 grid gap-3">
        {history.map((each) => (
          <li key={`${each._id} ${each.version}`} className="border-s-2 border-line ps-3">
            <p className="wrap-anywhere">
              {each.text === '' ? (
                <span className="text-muted">{ALERT_NAMES[each.kind]} removed</span>
              ) : (
                describeAlert(each)
              )}
            </p>
            <p className="text-sm text-muted">
              {each.by ?? 'Unknown'}, <Instant at={each.at} as="exact" />
            </p>
          </li>
        ))}
      </ol>
    </Fold>
  )
}
