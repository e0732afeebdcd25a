import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type WebhookKind, webhookKind } from '#contract/webhooks/webhook-kinds.ts'
import {
  OFF_AFTER_DAYS,
  OLD_SECRET_HOURS,
  type WebhookEndpoint,
} from '#contract/webhooks/webhooks.ts'
import {
  addEndpoint,
  changeEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
} from '#contract/webhooks/webhooks-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CopyField } from '#web/components/copy-field.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { CheckboxField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { Deliveries } from './deliveries.tsx'

const endpointsOptions = queryOptions({
  queryKey: ['webhook-endpoints'],
  queryFn: ({ signal }) => send(listEndpoints, { signal }),
})

const KIND_NAMES: Record<WebhookKind, string> = {
  'appointment.booked': 'Booked',
  'appointment.moved': 'Moved',
  'appointment.cancelled': 'Canceled',
  'appointment.arrived': 'Arrived',
  'appointment.completed': 'Completed',
  'appointment.no_show': 'No-show',
  'appointment.reopened': 'Step undone',
  'appointment.paid': 'Paid',
  'appointment.unpaid': 'No longer paid',
  'appointment.withdrawn': 'Removed with its import',
}

/** Webhooks for the clinic's other systems, for admins: docs/requirements.md#webhooks. */
export default function WebhooksPage() {
  const endpoints = useQuery(endpointsOptions)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageTitle>Webhooks</PageTitle>
      <p className="mt-3 mb-6 max-w-2xl text-lg text-muted">
        Tell other systems of the clinic when something happens to an appointment. They get the kind
        of the event and the appointment’s ID, and nothing about people.
      </p>
      <Loaded query={endpoints} what="the webhooks">
        {(list) => (
          <div className="grid gap-6">
            <NewEndpointForm onSecret={setSecret} />
            {list.length === 0 && (
              <EmptyState title="No webhooks yet">
                Addresses that you add are listed here.
              </EmptyState>
            )}
            {list.map((endpoint) => (
              <Endpoint key={endpoint._id} endpoint={endpoint} onSecret={setSecret} />
            ))}
          </div>
        )}
      </Loaded>
      <Dialog open={secret !== null} title="The webhook’s secret" onClose={() => setSecret(null)}>
        <p>
          <strong>It is shown only now.</strong> With it the other system verifies that a request is
          from this site, as Standard Webhooks describes.
        </p>
        <CopyField label="Secret" text={secret ?? ''} />
        <p className="text-end">
          <Button onClick={() => setSecret(null)}>Done</Button>
        </p>
      </Dialog>
    </>
  )
}

interface SecretProps {
  onSecret: (secret: string) => void
}

function NewEndpointForm({ onSecret }: SecretProps) {
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  useUnsavedChanges(url !== '')
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(['appointment.booked'])
  const add = useMutation({
    mutationFn: () => send(addEndpoint, { body: { url, kinds: [...kinds] } }),
    onSuccess: ({ secret }) => {
      onSecret(secret)
      setUrl('')
      void queries.invalidateQueries({ queryKey: endpointsOptions.queryKey })
    },
  })
  const issues = issuesOf(add.error)
  const messageOf = (name: string) => issues.find(({ path }) => path === name)?.message
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <Card>
      <h2 className="text-2xl">New webhook</h2>
      <form noValidate aria-label="New webhook" onSubmit={onSubmit} className="mt-4 grid gap-4">
        <TextField
          label="Address"
          hint="Public, and with https."
          type="url"
          placeholder="https://"
          autoComplete="off"
          value={url}
          error={messageOf('url')}
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset>
          <legend className="font-bold">Tell it when an appointment is</legend>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {webhookKind.options.map((kind) => (
              <CheckboxField
                key={kind}
                label={KIND_NAMES[kind]}
                checked={kinds.includes(kind)}
                onChange={({ target }) =>
                  setKinds(
                    target.checked ? [...kinds, kind] : kinds.filter((other) => other !== kind),
                  )
                }
              />
            ))}
          </div>
          <FieldError>{messageOf('kinds')}</FieldError>
        </fieldset>
        {add.error && issues.length === 0 && <FormAlert>{add.error.message}</FormAlert>}
        <p>
          <Button type="submit" busy={add.isPending}>
            Add webhook
          </Button>
        </p>
      </form>
    </Card>
  )
}

function Endpoint({ endpoint, onSecret }: SecretProps & { endpoint: WebhookEndpoint }) {
  const { _id: id, url, kinds, active, failingSince, oldSecretUntil, version } = endpoint
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'remove' | 'rotate' | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: endpointsOptions.queryKey })
  const turn = useMutation({
    mutationFn: () =>
      send(changeEndpoint, { params: { id }, body: { url, kinds, active: !active, version } }),
    onSettled: reload,
  })
  const remove = useMutation({
    mutationFn: () => send(removeEndpoint, { params: { id } }),
    onSuccess: async () => {
      await reload()
      toast.success('The webhook is removed')
    },
  })
  const rotate = useMutation({
    mutationFn: () => send(rotateSecret, { params: { id } }),
    onSuccess: ({ secret }) => {
      setAsked(null)
      onSecret(secret)
      void reload()
    },
  })
  function close() {
    setAsked(null)
    remove.reset()
    rotate.reset()
  }
  const deliveriesId = `deliveries-${id}`
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl break-all">{url}</h2>
        <p className="mt-1 text-muted">{kinds.map((kind) => KIND_NAMES[kind]).join(', ')}</p>
        <p className="mt-1">
          <StatusOf active={active} failingSince={failingSince} />
        </p>
        {oldSecretUntil && (
          <p className="mt-1 text-sm text-muted">
            The previous secret also signs until <Instant at={oldSecretUntil} as="exact" />.
          </p>
        )}
      </div>
      {turn.error && <FormAlert>{turn.error.message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          aria-expanded={isOpen}
          aria-controls={deliveriesId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
        <Button look="quiet" busy={turn.isPending} onClick={() => turn.mutate()}>
          {active ? 'Turn off' : 'Turn on'}
        </Button>
        <Button look="quiet" onClick={() => setAsked('rotate')}>
          New secret
        </Button>
        <Button look="quiet" onClick={() => setAsked('remove')}>
          Remove
        </Button>
      </div>
      <div id={deliveriesId} hidden={!isOpen}>
        {isOpen && <Deliveries endpointId={id} isOn={active} />}
      </div>
      <ConfirmDialog
        open={asked === 'rotate'}
        question="Make a new secret?"
        detail={`The current one also signs for another ${OLD_SECRET_HOURS} hours, so that the other system can switch.`}
        confirmLabel="Make a new secret"
        look="primary"
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={() => rotate.mutate()}
        onCancel={close}
      />
      <ConfirmDialog
        open={asked === 'remove'}
        question="Remove this webhook?"
        detail={`${url} is notified of nothing anymore, and its deliveries are deleted.`}
        confirmLabel="Remove"
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
        onCancel={close}
      />
    </Card>
  )
}

function StatusOf({ active, failingSince }: Pick<WebhookEndpoint, 'active' | 'failingSince'>) {
  if (!failingSince) return active ? <>On</> : <>Off: it gets no notifications.</>
  return (
    <strong className="text-error">
      {active ? 'On, but failing since ' : 'Off. It failed since '}
      <Instant at={failingSince} as="exact" />
      {active && `. After ${OFF_AFTER_DAYS} days without success it is turned off.`}
    </strong>
  )
}
