import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { secondFactorForm } from '#contract/identity/users.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { SandboxHint } from './sandbox-hint.tsx'
import { SignInProblem } from './sign-in-problem.tsx'

export type CodeFormStep = 'sending' | 'notSent' | 'awaiting' | 'confirming'

interface CodeFormProps {
  step: CodeFormStep
  /** The phone to which the code is sent. */
  phone: string
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
      aria-label="Two-step verification"
      onSubmit={handleSubmit(({ code }) => onSubmit(code))}
      className="grid gap-4"
    >
      <SignInProblem problem={message === null ? null : { message, code }} />
      <p role="status">
        {step === 'sending' && `Sending a code to ${phone}…`}
        {step === 'notSent' && `We couldn’t send a code to ${phone}.`}
        {(step === 'awaiting' || step === 'confirming') && `We texted a code to ${phone}.`}
      </p>
      <TextField
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck="false"
        error={formState.errors.code?.message}
        className="text-xl font-bold tracking-[0.3em]"
        {...register('code')}
      />
      <SandboxHint>find the code in the</SandboxHint>
      <Button
        type="submit"
        wide
        busy={step === 'confirming'}
        disabled={step !== 'awaiting' && step !== 'confirming'}
      >
        Confirm
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          look="quiet"
          busy={step === 'sending'}
          disabled={step === 'confirming'}
          onClick={onResend}
        >
          Send a new code
        </Button>
        <Button look="quiet" disabled={!canCancel} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="text-sm text-muted">
        Lost this phone? Call us at{' '}
        <PhoneLink of={useClinic()} className="font-bold whitespace-nowrap text-base-content" />.
        Once we know it’s you, we can turn two-step verification off.
      </p>
    </form>
  )
}
