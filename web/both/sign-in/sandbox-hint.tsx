import { useEffect, useState } from 'react'
import { loadConfig } from '#web/lib/api/config.ts'
import * as sentences from '#words/en/account/sign-in-sentences.tsx'

const SENTENCES = { email: sentences.emailIsInMailbox, code: sentences.codeIsInMailbox }

/** Where to find the emulated provider's emails and codes; nothing with a real provider. */
export function SandboxHint({ of }: { of: 'email' | 'code' }) {
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
      {SENTENCES[of]((text, newTab) => (
        <a
          href="/sandbox/mailbox"
          target="_blank"
          rel="noopener"
          className="font-bold text-base-content underline underline-offset-4"
        >
          {text}
          <span className="sr-only"> {newTab}</span>
        </a>
      ))}
    </p>
  )
}
