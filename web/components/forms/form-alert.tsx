import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'

/**
 * A message about a whole form: `error` when the provider or the server refused it, `success`
 * otherwise. Both are announced.
 */
export function FormAlert({
  kind = 'error',
  children,
}: {
  kind?: 'error' | 'success'
  children: ReactNode
}) {
  const Icon = kind === 'error' ? CircleAlert : CircleCheck
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-2xl px-4 py-3 font-semibold ${
        kind === 'error' ? 'bg-peach text-error' : 'bg-leaf text-success'
      }`}
    >
      <Icon aria-hidden="true" size={22} className="mt-0.5 shrink-0" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}

/**
 * For a server-rendered form: no browser validation, and submitting it before hydration does
 * nothing (`dialog` outside a dialog) instead of reloading the page with the values in the URL.
 */
export const INERT_FORM = { method: 'dialog', noValidate: true } as const
