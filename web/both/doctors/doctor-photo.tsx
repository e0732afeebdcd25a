import { useState } from 'react'
import type { TeamMember } from '#contract/doctors/doctors.ts'
import placeholder from '#web/illustrations/avatar.svg'
import { DOCTOR_PICTURES } from './doctors-content.ts'

interface DoctorPhotoProps {
  doctor: Pick<TeamMember, 'name' | 'img' | 'sources'>
  /** Its `sizes` attribute: '5rem', '(min-width: 64rem) 18rem, 45vw'. */
  sizes: string
  /** Edge length in pixels, which reserves the space while it loads. */
  size: number
  /** Visible immediately: not loaded lazily. */
  first?: boolean
  className?: string
}

/**
 * A doctor's photo in the best format and size for the browser, once it is processed. Decorative, because the
 * name is next to it.
 */
export function DoctorPhoto({ doctor, sizes, size, first = false, className }: DoctorPhotoProps) {
  const { name, img, sources } = doctor
  const [broken, setBroken] = useState<string | null>(null)
  // The same photo may load in other sizes.
  const photo = [img, ...sources.map(({ srcset }) => srcset)].join()
  const shown = img !== null && photo !== broken
  return (
    <picture>
      {shown &&
        sources.map(({ type, srcset }) => (
          <source key={type} type={type} srcSet={srcset} sizes={sizes} />
        ))}
      <img
        src={shown ? img : (DOCTOR_PICTURES[name] ?? placeholder)}
        alt=""
        width={size}
        height={size}
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setBroken(photo)}
        className={`picture aspect-square bg-leaf object-cover ${className ?? ''}`}
      />
    </picture>
  )
}
