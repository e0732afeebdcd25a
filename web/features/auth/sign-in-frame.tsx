import { type ReactNode, useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { loadIdentity } from './identity.ts'
import sill from './window-sill.svg'

interface SignInFrameProps {
  title: string
  /** A line under the title. */
  lead?: ReactNode
  children: ReactNode
}

const INTERACTIONS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Loads the provider's code at the first interaction: browsers block Google's window if it opens
 * too long after the click.
 */
function usePreparedIdentity() {
  useEffect(() => {
    // A failure is shown when the code is needed.
    const prepare = () => void loadIdentity().catch(() => undefined)
    for (const type of INTERACTIONS) document.addEventListener(type, prepare, { once: true })
    return () => {
      for (const type of INTERACTIONS) document.removeEventListener(type, prepare)
    }
  }, [])
}

/** The card around the forms of login, sign-up and links from emails. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  usePreparedIdentity()
  return (
    <div data-signed-out-only="" className="shell py-8 md:py-14">
      <div className="leaf mx-auto grid max-w-5xl overflow-hidden bg-base-100 shadow-soft lg:grid-cols-[0.85fr_1fr]">
        <div className="hidden place-items-end bg-leaf lg:grid">
          <img src={sill} alt="" width={440} height={520} className="picture w-full" />
        </div>
        <div className="grid content-center gap-6 p-6 sm:p-10 lg:px-14 lg:py-16">
          <div className="grid gap-2">
            <PageTitle>{title}</PageTitle>
            {lead && <p className="text-muted [overflow-wrap:anywhere]">{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}
