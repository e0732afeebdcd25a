import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configOptions } from '../../lib/api/config.ts'

/** Where the letters and codes of the embedded provider are; nothing with a real one. */
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
