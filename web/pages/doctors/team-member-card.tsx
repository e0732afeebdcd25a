import { useState } from 'react'
import type { TeamMember } from '../../../server/contract/doctors.ts'
import { BreakAfterSlash } from '../../components/break-after-slash.tsx'
import { NetworkIcon } from '../../components/network-icon.tsx'
import { homeDoctors } from '../../content/doctors.ts'
import nobodyYet from '../../illustrations/avatar.svg'

const NETWORKS = [
  ['facebook', 'Facebook'],
  ['linkedin', 'LinkedIn'],
  ['twitter', 'Twitter'],
] as const

/** Who has no photo yet keeps the portrait that the home page shows of them, if it does. */
function standIn(name: string): string {
  return homeDoctors.find((doctor) => doctor.name === name)?.img ?? nobodyYet
}

/** One doctor: photo, name, what they do, and where they can be followed. */
export function TeamMemberCard({ member }: { member: TeamMember }) {
  const { name, designation, specialty, img } = member
  const [broken, setBroken] = useState(false)
  const links = NETWORKS.flatMap(([key, network]) => {
    const href = member[key]
    return href ? [{ network, href }] : []
  })
  return (
    <li>
      <img
        src={img && !broken ? img : standIn(name)}
        alt=""
        width={320}
        height={320}
        loading="lazy"
        onError={() => setBroken(true)}
        className="leaf aspect-square w-full bg-leaf object-cover"
      />
      <h2 className="mt-4 text-lg [overflow-wrap:anywhere] md:text-xl">{name}</h2>
      {designation && <p className="text-muted">{designation}</p>}
      <p className="mt-1 text-sm font-bold text-primary">
        <BreakAfterSlash text={specialty} />
      </p>
      {links.length > 0 && (
        <ul className="-ml-3 flex">
          {links.map(({ network, href }) => (
            <li key={network}>
              <a
                href={href}
                rel="noreferrer"
                className="grid size-11 place-items-center rounded-full text-muted hover:text-primary"
              >
                <NetworkIcon network={network} />
                <span className="sr-only">
                  {name} on {network}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
