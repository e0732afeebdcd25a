import { CodeForm, type CodeFormStep } from '../sign-in/code-form.tsx'
import { SandboxHint } from '../sign-in/sandbox-hint.tsx'

interface SentCodeFormProps {
  state: { step: CodeFormStep; phone: string; message: string | null }
  canCancel: boolean
  onSubmit: (code: string) => void
  onResend: () => void
  onCancel: () => void
}

/** Takes the code that was texted to a phone. */
export function SentCodeForm({ state, canCancel, ...handlers }: SentCodeFormProps) {
  const { step, phone, message } = state
  return (
    <CodeForm
      label="Two-step verification"
      step={step}
      phone={phone}
      message={message}
      can={{
        submit: step === 'awaiting',
        resend: step === 'awaiting' || step === 'notSent',
        cancel: canCancel,
      }}
      {...handlers}
    >
      <SandboxHint>find the code in the</SandboxHint>
    </CodeForm>
  )
}
