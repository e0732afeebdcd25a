import { useMutation, useQueryClient } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { accountOptions, explain } from '#web/both/session/account.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import type { RunRecent } from '#web/both/sign-in/recent-login.tsx'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import {
  type Account,
  type EnrolledPhone,
  NoUserError,
} from '#web/lib/identity/identity-adapter.ts'
import * as words from '#words/en/families/profile/two-step.ts'
import * as sentences from '#words/en/families/profile/two-step-sentences.tsx'
import * as frame from '#words/en/frame.ts'

interface PhoneListProps {
  account: Account
  runRecent: RunRecent
  /** Called when a phone and the button that had the focus are gone. */
  onRemoved: () => void
}

/** The phones whose code a login requires, each with a button that removes it. */
export function PhoneList({ account, runRecent, onRemoved }: PhoneListProps) {
  const removal = usePhoneRemoval(account, runRecent, onRemoved)
  const [asked, setAsked] = useState<EnrolledPhone | null>(null)
  return (
    <>
      {removal.message && <FormAlert>{removal.message}</FormAlert>}
      <ul className="grid gap-3">
        {account.phones.map((phone) => (
          <li
            key={phone.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-leaf px-4 py-3"
          >
            <span className="flex min-w-0 items-center gap-3">
              <Smartphone aria-hidden="true" size={26} className="shrink-0 text-primary" />
              <span>
                <span className="block font-bold">{words.phoneEndingIn(ending(phone))}</span>
                <span className="block text-sm text-muted">
                  {sentences.addedOn(<Instant at={phone.since} as="day" />)}
                </span>
              </span>
            </span>
            <Button
              look="secondary"
              aria-label={words.removePhoneEndingIn(ending(phone))}
              busy={removal.removing === phone.id}
              onClick={() => setAsked(phone)}
            >
              {frame.remove}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        question={words.askToRemove}
        detail={asked ? words.ifRemoved(ending(asked)) : undefined}
        confirmLabel={frame.remove}
        onConfirm={() => {
          if (asked) removal.remove(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function usePhoneRemoval(account: Account, runRecent: RunRecent, onRemoved: () => void) {
  const queries = useQueryClient()
  const reload = () => queries.refetchQueries(accountOptions(account.email))
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ id }: EnrolledPhone) => {
      const identity = await loadIdentity()
      await runRecent(() => identity.removePhone({ id }))
      await reload()
    },
    onSuccess: () => {
      toast.success(words.phoneRemoved)
      onRemoved()
    },
    onError: async (error) => {
      if (!(error instanceof NoUserError)) return
      toast.error(error.message)
      // Fails with the same error, which replaces this list by a way to log in again.
      await reload()
    },
  })
  return {
    remove: mutate,
    removing: isPending ? variables.id : null,
    message: error && explain(error),
  }
}

function ending({ number }: EnrolledPhone): string {
  return number.slice(-4)
}
