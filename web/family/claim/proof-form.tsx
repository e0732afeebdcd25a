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
    <AccountFrame
      title="Find your family"
      lead="Enter the birth date of one of your children, so that we know the link has reached the right family."
    >
      <form
        noValidate
        aria-label="Birth date"
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
          <p className="text-sm text-muted">
            {triesLeft === 1 ? 'You have one try left.' : `You have ${triesLeft} tries.`}
          </p>
        )}
        <div>
          <Button type="submit" busy={busy}>
            Confirm
          </Button>
        </div>
      </form>
      <p className="text-sm text-muted wrap-anywhere">
        You’re logged in as <strong>{email}</strong>.{' '}
        <TextButton onClick={() => void logIn()}>Use another account</TextButton>
      </p>
    </AccountFrame>
  )
}
