import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { secondFactorForm } from '#contract/identity/users.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/account/code.ts'
import * as sentences from '#words/en/account/sign-in-sentences.tsx'
import { SandboxHint } from './sandbox-hint.tsx'
import { SignInProblem } from './sign-in-problem.tsx'

export type CodeFormStep = 'sending' | 'notSent' | 'awaiting' | 'confirming'

interface CodeFormProps {
  step: CodeFormStep
  /** The phone to which the code is sent; null if it is not known. */
  phone: string | null
  /** The last failure. */
  message: string | null
  /** The provider's code for it, if the message is the provider's own. */
  code?: string | null
  canCancel: boolean
  onSubmit: (code: string) => void
  onResend: () => void
  onCancel: () => void
}

/** Takes the code that the provider sent to a phone as a text message. */
export function CodeForm(props: CodeFormProps) {
  const { step, phone, message, code = null, canCancel, onSubmit, onResend, onCancel } = props
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(secondFactorForm),
    defaultValues: { code: '' },
  })

  useEffect(() => {
    if (step === 'awaiting') setFocus('code', { shouldSelect: true })
  }, [step, setFocus])

  return (
    <form
      noValidate
      aria-label={words.twoStepVerification}
      onSubmit={handleSubmit(({ code }) => onSubmit(code))}
      className="grid gap-4"
    >
      <SignInProblem problem={message === null ? null : { message, code }} />
      <p role="status">{describeStep(step, phone)}</p>
      <TextField
        label={words.verificationCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck="false"
        error={formState.errors.code?.message}
        className="text-xl font-bold tracking-[0.3em]"
        {...register('code')}
      />
      <SandboxHint of="code" />
      <Button
        type="submit"
        wide
        busy={step === 'confirming'}
        disabled={step !== 'awaiting' && step !== 'confirming'}
      >
        {words.confirm}
      </Button>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button
          look="quiet"
          busy={step === 'sending'}
          disabled={step === 'confirming'}
          onClick={onResend}
        >
          {words.sendNewCode}
        </Button>
        <Button look="quiet" disabled={!canCancel} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
      <p className="text-sm text-muted">
        {sentences.lostPhone(
          <PhoneLink of={useClinic()} className="font-bold whitespace-nowrap text-base-content" />,
        )}
      </p>
    </form>
  )
}

function describeStep(step: CodeFormStep, phone: string | null): string {
  if (step === 'sending') return phone === null ? words.sending : words.sendingTo(phone)
  if (step === 'notSent') return phone === null ? words.notSent : words.notSentTo(phone)
  return phone === null ? words.sent : words.sentTo(phone)
}
