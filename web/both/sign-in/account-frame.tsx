import type { ReactNode } from 'react'
import { PageTitle } from '#web/components/page-title.tsx'
import sill from './window-sill.svg'

export interface AccountFrameProps {
  title: string
  /** A line under the title. */
  lead?: ReactNode
  children: ReactNode
}

/** The card with one question for the visitor, beside an illustration. */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  return (
    <div className="shell py-8 md:py-14">
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
