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

const SIGNS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Loads the provider's code at the first sign that the form will be used: the answer comes sooner,
 * and no browser takes Google's window for one that nobody asked for.
 */
function usePreparedIdentity() {
  useEffect(() => {
    // A failure shows when the code is really needed.
    const prepare = () => void loadIdentity().catch(() => undefined)
    for (const sign of SIGNS) document.addEventListener(sign, prepare, { once: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, prepare)
    }
  }, [])
}

/** The sheet that the sign-in forms are written on. */
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
            {lead && <p className="text-muted">{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}
