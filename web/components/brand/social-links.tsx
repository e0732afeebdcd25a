import type { ReactNode } from 'react'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/clinic/clinic-details.ts'
import { useClinic } from '#web/lib/clinic.tsx'

const NETWORK_LINK = 'grid size-11 place-items-center'

/** The clinic's social networks as a row of icons; those without an account have no target. */
export function SocialLinks() {
  const clinic = useClinic()
  return (
    <ul className="flex flex-wrap" aria-label="Social networks">
      {SOCIAL_NETWORKS.map(([key, network]) => {
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

// The icon package has no brand icons; these are simple outlines on a 24 px grid.
const OUTLINES: Record<SocialNetwork, string> = {
  Facebook:
    'M14 21v-8h3l.5-3.5H14V7.5c0-1 .5-1.8 1.9-1.8h1.8V2.6A18 18 0 0 0 15.2 2.5c-2.7 0-4.5 1.6-4.5 4.6v2.4H7.5V13h3.2v8Z',
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3Zm4 2.7a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6Zm0 2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Zm4.7-3.4a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z',
  Twitter:
    'M4 4h4.3l4 5.4L17 4h2.6l-6.1 7L20 20h-4.3l-4.4-5.9L6.2 20H3.5l6.6-7.5Zm3.2 1.8 9.4 12.4h.9L8.2 5.8Z',
  LinkedIn:
    'M4 9.5h3.3V20H4ZM5.65 4.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8ZM9.5 9.5h3.2V11c.5-.9 1.6-1.8 3.3-1.8 3.4 0 4 2.2 4 5.1V20h-3.3v-5c0-1.3 0-2.9-1.8-2.9s-2.1 1.4-2.1 2.8V20H9.5Z',
}

/** The icon of a social network; its name must be next to it. */
export function NetworkIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18" fill="currentColor">
      <path d={OUTLINES[network]} />
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
 * A link whose target does not exist yet (docs/requirements.md#home-page). Announced as an
 * unavailable link; clicking it does nothing, even before hydration.
 */
export function PlaceholderLink({ children, className }: PlaceholderLinkProps) {
  return (
    <a {...WITHOUT_TARGET} className={className}>
      {children}
    </a>
  )
}
