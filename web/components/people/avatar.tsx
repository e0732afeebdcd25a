import { useState } from 'react'
import defaultPhoto from '#web/illustrations/avatar.svg'

interface AvatarProps {
  /** URL of the photo; without one, or when it fails to load, the default image is shown. */
  photo: string | null | undefined
  /** Edge length in pixels. */
  size?: number
}

/** A person's photo or the default image. Decorative: a name is always next to it. */
export function Avatar({ photo, size = 44 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = photo && photo !== broken ? photo : defaultPhoto
  return (
    <img
      src={shown}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      onError={() => setBroken(photo ?? null)}
      className="shrink-0 rounded-full bg-leaf object-cover"
    />
  )
}
