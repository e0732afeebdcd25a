import { useRef, useState } from 'react'
import { type RefusedField, refusedAmong } from '#web/components/forms/refused-fields.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { uploadImage } from '#web/lib/api/upload.ts'

/**
 * Uploads a doctor's photo. `progress` is from 0 to 1; null when no upload is running.
 */
export function usePhotoUpload() {
  const [progress, setProgress] = useState<number | null>(null)
  // An uploaded photo is not sent again when something else was refused.
  const arrived = useRef<{ file: File; img: string } | null>(null)

  /** Resolves to the photo's URL; throws `ApiError`. */
  async function upload(file: File): Promise<string> {
    if (arrived.current?.file === file) return arrived.current.img
    setProgress(0)
    try {
      const img = await uploadImage('/images', file, { onProgress: setProgress })
      arrived.current = { file, img }
      return img
    } finally {
      setProgress(null)
    }
  }

  /** The uploaded photo is not usable, so the next attempt uploads it again. */
  function forget() {
    arrived.current = null
  }

  return { progress, upload, forget }
}

/** The fields of Add a Doctor, in their order on the screen. */
const FIELDS = ['name', 'email', 'designation', 'specialty', 'img'] as const
type Field = Exclude<(typeof FIELDS)[number], 'img'> | 'image'

/** Reasons to refuse an upload: too large, wrong type, damaged. */
const ABOUT_THE_IMAGE = [413, 415, 422]

/** Conflicts whose response names no field. */
const BY_CODE: Record<string, Field> = {
  doctor_exists: 'email',
  image_taken: 'image',
}

/**
 * The fields that a failure concerns, with the server's messages, in the order on the screen. Empty when it
 * concerns none of them.
 */
export function refusedFields(error: unknown): RefusedField<Field>[] {
  if (!(error instanceof ApiError)) return []
  const { status, code, message } = error
  if (ABOUT_THE_IMAGE.includes(status)) return [{ field: 'image', message }]
  const about = BY_CODE[code]
  if (about) return [{ field: about, message }]
  return refusedAmong(FIELDS, error).map(({ field, message }) => ({
    field: field === 'img' ? 'image' : field,
    message,
  }))
}

export const PHOTO_HINT =
  'JPEG, PNG, WebP or AVIF, up to 5 MB. We’ll crop it to a square around the face.'
