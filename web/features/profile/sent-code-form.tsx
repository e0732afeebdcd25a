import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configOptions } from '../../lib/api/config.ts'
import { CodeForm, type CodeFormStep } from '../auth/code-form.tsx'

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

/** Where the emulated provider's emails and codes are; nothing with a real provider. */
export function SandboxHint({ children }: { children: ReactNode }) {
  const { data } = useQuery(configOptions())
  if (data?.identity.mode !== 'emulator') return null
  return (
    <p className="text-sm text-muted">
      Sandbox: {children}{' '}
      <a
        href="/sandbox/mailbox"
        target="_blank"
        rel="noopener"
        className="font-bold text-base-content underline underline-offset-4"
      >
        mailbox<span className="sr-only"> (opens in a new tab)</span>
      </a>
      .
    </p>
  )
}
