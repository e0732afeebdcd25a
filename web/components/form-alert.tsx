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
      <div>{children}</div>
    </div>
  )
}

/**
 * For a form that is prerendered: the browser checks nothing, and sending it before the scripts
 * have come does nothing (`dialog` outside of a dialog), where it would otherwise load the page
 * again with all that was typed in its address.
 */
export const INERT_FORM = { method: 'dialog', noValidate: true } as const
