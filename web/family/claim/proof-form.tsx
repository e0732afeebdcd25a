import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { AccountFrame } from '#web/both/sign-in/account-frame.tsx'
import { useOtherAccount } from '#web/both/sign-in/use-other-account.ts'
import { Button } from '#web/components/button.tsx'
import { BirthDateField } from '#web/components/forms/birth-date-field.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { typedBirthDate } from '#web/components/forms/typed-birth-date.ts'
import { TextButton } from '#web/components/text-link.tsx'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/account/claim.ts'
import * as sentences from '#words/en/account/claim-sentences.tsx'

const proof = z.object({ birthDate: typedBirthDate })

interface ProofFormProps {
  busy: boolean
  /** How many birth dates the user may still enter. */
  triesLeft: number | null
  /** Why the last birth date was refused. */
  message: string | null
  onSubmit: (birthDate: string) => void
}

/** The birth date of one child proves that the link has reached the family. */
export function ProofForm({ busy, triesLeft, message, onSubmit }: ProofFormProps) {
  const email = useSession()?.user.email ?? ''
  const logIn = useOtherAccount()
  const first = useRef<HTMLInputElement>(null)
  const { handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(proof),
    defaultValues: { birthDate: '' },
  })
  return (
    <AccountFrame title={words.findFamily} lead={words.enterBirthDate}>
      <form
        noValidate
        aria-label={words.birthDate}
        onSubmit={handleSubmit(
          ({ birthDate }) => {
            if (!busy) onSubmit(birthDate)
          },
          () => first.current?.focus(),
        )}
        className="grid gap-4"
      >
        {message !== null && <FormAlert>{message}</FormAlert>}
        <BirthDateField
          first={first}
          value=""
          onChange={(typed) =>
            setValue('birthDate', typed, { shouldValidate: formState.isSubmitted })
          }
          readOnly={busy}
          error={formState.errors.birthDate?.message}
        />
        {message === null && triesLeft !== null && (
          <p className="text-sm text-muted">{words.tries(triesLeft)}</p>
        )}
        <div>
          <Button type="submit" busy={busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
      <p className="text-sm text-muted wrap-anywhere">
        {sentences.loggedInAs(<strong>{email}</strong>)}{' '}
        <TextButton onClick={() => void logIn()}>{words.useOtherAccount}</TextButton>
      </p>
    </AccountFrame>
  )
}
