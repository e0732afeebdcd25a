import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { phoneForm } from '../../../contract/profile.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { Enrolment } from './enrolment.ts'
import { SandboxHint } from './sandbox-hint.tsx'
import { SentCodeForm } from './sent-code-form.tsx'
import type { EnrolmentControls } from './use-enrolment.ts'

interface StepsProps {
  email: string
  enrolment: EnrolmentControls
}

/** The step of the enrolment that it is at. */
export function EnrolmentSteps({ email, enrolment }: StepsProps) {
  const { state } = enrolment
  switch (state.at) {
    case 'closed':
      return null
    case 'email':
      return <EmailStep email={email} state={state} enrolment={enrolment} />
    case 'phone':
      return <PhoneStep state={state} enrolment={enrolment} />
    case 'code':
      return (
        <SentCodeForm
          state={state}
          canCancel={state.step !== 'confirming'}
          onSubmit={enrolment.submitCode}
          onResend={enrolment.resendCode}
          onCancel={enrolment.cancel}
        />
      )
  }
}

interface EmailStepProps extends StepsProps {
  state: Enrolment & { at: 'email' }
}

/** A phone can only protect an account whose email is confirmed. */
function EmailStep({ email, state, enrolment }: EmailStepProps) {
  const sent = state.letter === 'sent'
  const step = useRef<HTMLDivElement>(null)

  useEffect(() => step.current?.focus(), [])

  return (
    <div ref={step} tabIndex={-1} className="grid gap-4 outline-none">
      {state.message && <FormAlert>{state.message}</FormAlert>}
      <p role="status">
        {sent ? (
          <>
            We sent an email to <span className="font-bold break-words">{email}</span>. Click the
            link in it, then come back here.
          </>
        ) : (
          <>
            First, confirm your email. We’ll send a link to{' '}
            <span className="font-bold break-words">{email}</span>.
          </>
        )}
      </p>
      {sent && <SandboxHint>find the email in the</SandboxHint>}
      <div className="flex flex-wrap gap-3">
        {sent && (
          <Button busy={state.checking} onClick={() => void enrolment.checkEmail()}>
            I’ve confirmed it
          </Button>
        )}
        <Button
          look={sent ? 'secondary' : 'primary'}
          busy={state.letter === 'sending'}
          onClick={() => void enrolment.sendLetter()}
        >
          {sent ? 'Resend email' : 'Send email'}
        </Button>
        <Button look="quiet" onClick={enrolment.cancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

interface PhoneStepProps {
  state: Enrolment & { at: 'phone' }
  enrolment: EnrolmentControls
}

function PhoneStep({ state, enrolment }: PhoneStepProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(phoneForm),
    defaultValues: { phone: '' },
  })

  useEffect(() => setFocus('phone'), [setFocus])

  return (
    <form
      noValidate
      aria-label="Two-step verification"
      onSubmit={handleSubmit(({ phone }) => enrolment.submitPhone(phone))}
      className="grid gap-4"
    >
      {state.message && <FormAlert>{state.message}</FormAlert>}
      <TextField
        label="Phone"
        hint="Include the country code, like +1 503 555 0100. It must be able to receive texts."
        type="tel"
        autoComplete="tel"
        readOnly={state.sending}
        error={formState.errors.phone?.message}
        {...register('phone')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.sending}>
          Send a code
        </Button>
        <Button look="quiet" onClick={enrolment.cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
