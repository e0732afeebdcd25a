import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EmailSettings, EmailSettingsForm } from '#contract/notifications/email-settings.ts'
import { changeEmailSettings, resumeRecalls } from '#contract/notifications/email-settings-calls.ts'
import { emailSettingsOptions } from '#web/both/emails/email-settings-api.ts'
import { accountOptions, explain } from '#web/both/session/account.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { continueSession } from '#web/both/session/session-exchange.ts'
import { SandboxHint } from '#web/both/sign-in/sandbox-hint.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckboxField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { send } from '#web/lib/api/send.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/families/profile/email-settings.ts'
import * as sentences from '#words/en/families/profile/email-settings-sentences.tsx'
import { ChangeEmail } from './change-email.tsx'
import { EmailLanguage } from './email-language.tsx'

/** The address, whether it is confirmed, and which emails the user gets. */
export function EmailsCard() {
  const { email } = useUser()
  const settings = useQuery(emailSettingsOptions(email))
  return (
    <Card>
      <h2 className="text-2xl">{words.title}</h2>
      <p className="mt-2 text-muted">{words.explanation}</p>
      <div className="mt-6 grid gap-6">
        {settings.data ? (
          <>
            <Address settings={settings.data} />
            <Reminders settings={settings.data} />
            <EmailLanguage settings={settings.data} />
            <StoppedEmails settings={settings.data} />
          </>
        ) : settings.isError ? (
          <LoadError title={words.didNotLoad} query={settings} />
        ) : (
          <p role="status">{words.loading}</p>
        )}
      </div>
    </Card>
  )
}

interface SettingsProps {
  settings: EmailSettings
}

function Address({ settings: { address, verified, reachable } }: SettingsProps) {
  return (
    <div className="grid gap-4">
      <dl className="[overflow-wrap:anywhere]">
        <dt className="text-sm text-muted">{words.address}</dt>
        <dd className="font-extrabold">{address}</dd>
        <dd className="text-sm text-muted">
          {!reachable ? words.notWorking : verified ? words.confirmed : words.notConfirmed}
        </dd>
      </dl>
      {!reachable && <p>{sentences.emailCameBack(<Phone />)}</p>}
      {reachable && !verified && <Confirmation address={address} />}
      <ChangeEmail address={address} />
    </div>
  )
}

function Phone() {
  return <PhoneLink of={useClinic()} className="font-bold whitespace-nowrap text-base-content" />
}

/** Sends the link that confirms the address. */
function Confirmation({ address }: { address: string }) {
  const queries = useQueryClient()
  const account = useQuery(accountOptions(address))
  const isConfirmed = account.data?.emailVerified === true
  const sending = useMutation({
    mutationFn: async () => (await loadIdentity()).sendEmailVerification(),
  })

  // The link may have been opened elsewhere: our server learns of it with the next token.
  useEffect(() => {
    if (!isConfirmed) return
    const update = async () => {
      await continueSession()
      await queries.invalidateQueries(emailSettingsOptions(address))
    }
    update().catch(() => undefined)
  }, [isConfirmed, address, queries])

  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">{sending.isSuccess ? words.sentTo(address) : words.confirmIt}</p>
      {sending.isSuccess && <SandboxHint of="email" />}
      {sending.isError && <FormAlert>{explain(sending.error)}</FormAlert>}
      <Button look="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
        {sending.isSuccess ? words.resend : words.confirmAddress}
      </Button>
    </div>
  )
}

function Reminders({ settings }: SettingsProps) {
  const queries = useQueryClient()
  const { queryKey } = emailSettingsOptions(settings.address)
  const change = useMutation({
    mutationFn: (body: EmailSettingsForm) => send(changeEmailSettings, { body }),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  })
  const isOn = change.isPending ? change.variables.reminders : settings.reminders
  return (
    <div className="grid gap-2">
      <CheckboxField
        label={words.remindMe}
        hint={words.remindMeHint}
        checked={isOn}
        aria-busy={change.isPending}
        onChange={({ target }) => {
          if (!change.isPending) change.mutate({ reminders: target.checked })
        }}
      />
      {change.isError && <FormAlert>{change.error.message}</FormAlert>}
    </div>
  )
}

/** The children about whose next visits the user has stopped emails by their link. */
function StoppedEmails({ settings: { address, stoppedFor } }: SettingsProps) {
  const queries = useQueryClient()
  const { queryKey } = emailSettingsOptions(address)
  const resume = useMutation({
    mutationFn: (child: string) => send(resumeRecalls, { body: { child } }),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  })
  if (stoppedFor.length === 0) return null
  return (
    <div className="grid gap-2">
      <p className="font-bold">{words.stoppedFor}</p>
      <ul className="grid gap-2">
        {stoppedFor.map(({ _id, name }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4">
            <bdi className="wrap-anywhere">{name}</bdi>
            <Button
              look="secondary"
              aria-label={words.turnOnFor(name)}
              busy={resume.isPending}
              onClick={() => resume.mutate(_id)}
            >
              {words.turnOn}
            </Button>
          </li>
        ))}
      </ul>
      {resume.isError && <FormAlert>{resume.error.message}</FormAlert>}
    </div>
  )
}
