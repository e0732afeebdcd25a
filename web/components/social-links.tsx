import { socialLinks } from '../lib/clinic.ts'
import { NetworkIcon } from './network-icon.tsx'
import { PlaceholderLink } from './placeholder-link.tsx'

/** The clinic's social networks as a row of icons. */
export function SocialLinks() {
  return (
    <ul className="flex" aria-label="Social networks">
      {socialLinks.map(({ network }) => (
        <li key={network}>
          <PlaceholderLink className="grid size-11 place-items-center">
            <NetworkIcon network={network} />
            <span className="sr-only">{network}</span>
          </PlaceholderLink>
        </li>
      ))}
    </ul>
  )
}
