import { useState } from 'react'
import type { TeamMember } from '../../../contract/doctors.ts'
import placeholder from '../../illustrations/avatar.svg'
import { homeDoctors } from './doctors-content.ts'

interface DoctorPictureProps {
  doctor: Pick<TeamMember, 'name' | 'img' | 'sources'>
  /** How wide it is drawn, for the browser's choice among the sizes: '5rem', '(min-width: 64rem) 18rem, 45vw'. */
  sizes: string
  /** Edge length in pixels, which keeps its room while it loads. */
  size: number
  /** One sees it at once: it does not wait until it comes into sight. */
  first?: boolean
  className?: string
}

/** Who has no photo yet keeps the portrait that the home page shows of them, if it does. */
function standIn(name: string): string {
  return homeDoctors.find((doctor) => doctor.name === name)?.img ?? placeholder
}

/**
 * A doctor's photo in the best format and size that the browser can use, once it is processed.
 * Decoration: the name stands beside it.
 */
export function DoctorPicture({
  doctor,
  sizes,
  size,
  first = false,
  className,
}: DoctorPictureProps) {
  const { name, img, sources } = doctor
  const [broken, setBroken] = useState<string | null>(null)
  // The same photo in other sizes is another try.
  const photo = [img, ...sources.map(({ srcset }) => srcset)].join()
  const shown = img !== null && photo !== broken
  return (
    <picture>
      {shown &&
        sources.map(({ type, srcset }) => (
          <source key={type} type={type} srcSet={srcset} sizes={sizes} />
        ))}
      <img
        src={shown ? img : standIn(name)}
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
