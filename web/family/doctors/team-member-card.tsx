import type { TeamMember } from '#contract/doctors/doctors.ts'
import { DoctorPhoto } from '#web/both/doctors/doctor-photo.tsx'
import { NetworkIcon } from '#web/components/brand/social-links.tsx'
import { BreakAfterSlash, forScreenReaders } from '#web/components/text.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/doctors.ts'

const NETWORKS = [
  ['facebook', 'Facebook'],
  ['linkedin', 'LinkedIn'],
  ['twitter', 'Twitter'],
] as const

/** Other schemes are ignored: `javascript:` would run code. */
const WEB_ADDRESS = /^https?:\/\//i

interface TeamMemberCardProps {
  member: TeamMember
  /** Visible immediately: its photo is not loaded lazily. */
  first: boolean
}

/** One doctor: photo, name, designation, specialty and social links. */
export function TeamMemberCard({ member, first }: TeamMemberCardProps) {
  const { name, designation, specialty } = member
  const links = NETWORKS.flatMap(([key, network]) => {
    const href = member[key]
    return href && WEB_ADDRESS.test(href) ? [{ network, href }] : []
  })
  return (
    <li>
      <DoctorPhoto
        first={first}
        doctor={member}
        sizes="(min-width: 80rem) 17rem, (min-width: 64rem) 22vw, 45vw"
        size={320}
        className="leaf w-full"
      />
      <h2 className="mt-4 text-lg [overflow-wrap:anywhere] md:text-xl">{name}</h2>
      {designation && (
        <p className="text-muted [overflow-wrap:anywhere]">
          <OwnText>{designation}</OwnText>
        </p>
      )}
      <p className="mt-1 text-sm font-bold text-primary">
        <OwnText as={BreakAfterSlash}>{specialty}</OwnText>
      </p>
      {links.length > 0 && (
        <ul className="-ms-3 flex">
          {links.map(({ network, href }) => (
            <li key={network}>
              <a
                href={href}
                rel="noreferrer"
                className="grid size-11 place-items-center rounded-full text-muted hover:text-primary"
              >
                <NetworkIcon network={network} />
                {forScreenReaders(words.onNetwork(name, network))}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
