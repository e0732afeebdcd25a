import { type ReactNode, useEffect, useState } from 'react'
import { loadConfig } from '#web/lib/api/config.ts'

/** Where to find the emulated provider's emails and codes; nothing with a real provider. */
export function SandboxHint({ children }: { children: ReactNode }) {
  const [isEmulated, setIsEmulated] = useState(false)
  useEffect(() => {
    // Without the settings there is no hint.
    loadConfig().then(
      ({ identity }) => setIsEmulated(identity.mode === 'emulator'),
      () => {},
    )
  }, [])
  if (!isEmulated) return null
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
