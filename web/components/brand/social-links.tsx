import type { ReactNode } from 'react'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/schedule/clinic-details.ts'
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
    'M14 21v-8h3l.5-3.500H14V7.500c0-1 .5-1.8 1.9-1.800h1.800V2.600A18 18 0 0 0 15.2 2.500c-2.7 0-4.5 1.6-4.5 4.600v2.400H7.500V13h3.200v8Z',
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3Zm4 2.700a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.600Zm0 2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.600Zm4.7-3.400a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z',
  Twitter:
    'M4 4h4.300l4 5.400L17 4h2.600l-6.1 7L20 20h-4.300l-4.4-5.900L6.2 20H3.500l6.6-7.500Zm3.2 1.8 9.4 12.400h.9L8.2 5.800Z',
  LinkedIn:
    'M4 9.500h3.300V20H4ZM5.650 4.200a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.800ZM9.5 9.500h3.200V11c.5-.9 1.6-1.8 3.3-1.8 3.4 0 4 2.2 4 5.100V20h-3.300v-5c0-1.3 0-2.9-1.8-2.900s-2.1 1.4-2.1 2.800V20H9.500Z',
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
