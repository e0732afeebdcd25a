import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { secondFactorForm } from '../../server/contract/users.ts'
import { Button } from '../components/button.tsx'
import { FormAlert } from '../components/form-alert.tsx'
import { TextField } from '../components/text-field.tsx'
import { Auth, type AuthSnapshot } from './auth-context.ts'
import { SignInFrame } from './sign-in-frame.tsx'

function stepOf(snapshot: AuthSnapshot): 'sending' | 'notSent' | 'awaiting' | 'confirming' {
  if (snapshot.matches({ secondFactor: 'sendingCode' })) return 'sending'
  if (snapshot.matches({ secondFactor: 'codeNotSent' })) return 'notSent'
  return snapshot.matches({ secondFactor: 'awaitingCode' }) ? 'awaiting' : 'confirming'
}

/** The second factor: the visitor types the code that the provider sent to their phone. */
export function CodeStep() {
  const auth = Auth.useActorRef()
  const step = Auth.useSelector(stepOf)
  const phone = Auth.useSelector(({ context }) => context.phoneHint) ?? 'your phone'
  const message = Auth.useSelector(({ context }) => context.message)
  const canSubmit = Auth.useSelector((snapshot) => snapshot.can({ type: 'code.submit', code: '' }))
  const canResend = Auth.useSelector((snapshot) => snapshot.can({ type: 'code.resend' }))
  const canCancel = Auth.useSelector((snapshot) => snapshot.can({ type: 'code.cancel' }))
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(secondFactorForm),
    defaultValues: { code: '' },
  })

  useEffect(() => {
    if (step === 'awaiting') setFocus('code', { shouldSelect: true })
  }, [step, setFocus])

  return (
    <SignInFrame
      title="One more step"
      lead="Your account is protected by a code sent to your phone."
    >
      <form
        noValidate
        aria-label="Second step"
        onSubmit={handleSubmit(({ code }) => auth.send({ type: 'code.submit', code }))}
        className="grid gap-4"
      >
        {message && <FormAlert>{message}</FormAlert>}
        <p role="status">
          {step === 'sending' && `Sending a code to ${phone}…`}
          {step === 'notSent' && `No code was sent to ${phone}.`}
          {(step === 'awaiting' || step === 'confirming') && `We sent a code to ${phone}.`}
        </p>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.code?.message}
          className="text-xl font-bold tracking-[0.3em]"
          {...register('code')}
        />
        <Button
          type="submit"
          wide
          busy={step === 'confirming'}
          disabled={!canSubmit && step !== 'confirming'}
        >
          Confirm
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button
            look="quiet"
            busy={step === 'sending'}
            disabled={!canResend && step !== 'sending'}
            onClick={() => auth.send({ type: 'code.resend' })}
          >
            Send a new code
          </Button>
          <Button
            look="quiet"
            disabled={!canCancel}
            onClick={() => auth.send({ type: 'code.cancel' })}
          >
            Cancel
          </Button>
        </div>
      </form>
    </SignInFrame>
  )
}
