import type { ReactNode } from 'react'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/clinic/clinic-details.ts'
import outlines from '#web/illustrations/networks.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/frame.ts'

const NETWORK_LINK = 'grid size-11 place-items-center'

/**
 * The clinic's social networks as a row of icons. Networks without an account are placeholders until an
 * admin has saved the footer's words.
 */
export function SocialLinks() {
  const clinic = useClinic()
  const shown = SOCIAL_NETWORKS.filter(([key]) => clinic[key] || !clinic.words?.footer)
  if (!shown[0]) return null
  return (
    <ul className="flex flex-wrap" aria-label={words.socialNetworks}>
      {shown.map(([key, network]) => {
        const content = (
          <>
            <NetworkIcon network={network} />
            <span className="sr-only">{network}</span>
          </>
        )
        return (
          <li key={network}>
            {clinic[key] ? (
              <a href={clinic[key]} rel="noopener" className={NETWORK_LINK}>
                {content}
              </a>
            ) : (
              <PlaceholderLink className={NETWORK_LINK}>{content}</PlaceholderLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * The icon of a social network; its name must be next to it. Simple outlines, because the icon package has no
 * brand icons.
 */
export function NetworkIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg aria-hidden="true" width="18" height="18" fill="currentColor">
      <use href={`${outlines}#${network}`} />
    </svg>
  )
}

interface PlaceholderLinkProps {
  children: ReactNode
  className?: string
}

// An anchor without `href` is HTML's placeholder link; these attributes announce it as one.
const WITHOUT_TARGET = { role: 'link', 'aria-disabled': true } as const

/**
 * A link whose target does not exist yet (docs/requirements.md#home-page). Announced as an unavailable link;
 * clicking it does nothing, even before hydration.
 */
export function PlaceholderLink({ children, className }: PlaceholderLinkProps) {
  return (
    <a {...WITHOUT_TARGET} className={className}>
      {children}
    </a>
  )
}
