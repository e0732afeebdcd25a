import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { SnapshotFrom } from 'xstate'
import { isInNorthAmerica, phoneForm } from '#contract/identity/profile.ts'
import type {
  SecondFactorEvent,
  secondFactorMachine,
} from '#machines/second-factor/second-factor-machine.ts'
import { CodeForm, type CodeFormStep } from '#web/both/sign-in/code-form.tsx'
import { EmailConfirmation } from '#web/both/sign-in/email-confirmation.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/families/profile/two-step.ts'
import * as sentences from '#words/en/families/profile/two-step-sentences.tsx'
import * as frame from '#words/en/frame.ts'

interface StepProps {
  snapshot: SnapshotFrom<typeof secondFactorMachine>
  send: (event: SecondFactorEvent) => void
}

/** The current step of adding a phone. */
export default function EnrollmentSteps({ email, ...props }: StepProps & { email: string }) {
  if (props.snapshot.matches('confirmingEmail')) return <EmailStep email={email} {...props} />
  if (props.snapshot.matches('enteringCode')) return <CodeStep {...props} />
  return <PhoneStep {...props} />
}

/** The provider sends codes only for an account whose email is confirmed. */
function EmailStep({ email, snapshot, send }: StepProps & { email: string }) {
  const step = useRef<HTMLDivElement>(null)

  useEffect(() => step.current?.focus(), [])

  return (
    <div ref={step} tabIndex={-1} className="grid gap-4 outline-none">
      <EmailConfirmation
        email={email}
        explanation={sentences.confirmEmailFirst(
          <span className="font-bold wrap-break-word">{email}</span>,
        )}
        isIn={(state) => snapshot.matches({ confirmingEmail: state })}
        isUnconfirmed={snapshot.matches({ confirmingEmail: { emailSent: 'unconfirmed' } })}
        message={snapshot.context.message}
        canSend={snapshot.can({ type: 'email.send' })}
        onSend={() => send({ type: 'email.send' })}
        onCheck={() => send({ type: 'email.check' })}
      >
        <Button look="quiet" onClick={() => send({ type: 'enrollment.cancel' })}>
          {frame.cancel}
        </Button>
      </EmailConfirmation>
    </div>
  )
}

function PhoneStep({ snapshot, send }: StepProps) {
  const { message } = snapshot.context
  const isSending = snapshot.matches('sendingFirstCode')
  const { country } = useClinic()
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(phoneForm(country)),
    defaultValues: { phone: '' },
  })

  useEffect(() => setFocus('phone'), [setFocus])

  return (
    <form
      noValidate
      aria-label={words.title}
      onSubmit={handleSubmit(({ phone }) => send({ type: 'phone.submit', phone }))}
      className="grid gap-4"
    >
      {message && <FormAlert>{message}</FormAlert>}
      <TextField
        label={words.phone}
        hint={isInNorthAmerica(country) ? words.phoneHintInNorthAmerica : words.phoneHint}
        type="tel"
        autoComplete="tel"
        readOnly={isSending}
        error={formState.errors.phone?.message}
        {...register('phone')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSending}>
          {words.sendCode}
        </Button>
        <Button look="quiet" onClick={() => send({ type: 'enrollment.cancel' })}>
          {frame.cancel}
        </Button>
      </div>
    </form>
  )
}

function CodeStep({ snapshot, send }: StepProps) {
  const { phone, message } = snapshot.context
  return (
    <CodeForm
      step={codeStepOf(snapshot)}
      phone={phone}
      message={message}
      canCancel={snapshot.can({ type: 'enrollment.cancel' })}
      onSubmit={(code) => send({ type: 'code.submit', code })}
      onResend={() => send({ type: 'code.resend' })}
      onCancel={() => send({ type: 'enrollment.cancel' })}
    />
  )
}

function codeStepOf(snapshot: StepProps['snapshot']): CodeFormStep {
  if (snapshot.matches({ enteringCode: 'sendingCode' })) return 'sending'
  if (snapshot.matches({ enteringCode: 'codeNotSent' })) return 'notSent'
  return snapshot.matches({ enteringCode: 'awaitingCode' }) ? 'awaiting' : 'confirming'
}
