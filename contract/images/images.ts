import * as z from 'zod/mini'
import * as words from '#words/en/messages/images.ts'

/** Maximum size of an uploaded image, in bytes. */
export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024

/** Accepted media types; the server checks the content. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The multipart field with the image. */
export const IMAGE_FIELD = 'image'

/** The stable URL of an image, relative to the site. */
export function imageUrl(id: string): string {
  return `/images/${id}`
}

const IMAGE_PATH = /^\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The id of the image at a URL, relative or with any origin; null for other URLs. */
export function imageIdOf(url: string): string | null {
  const base = 'http://localhost'
  const path = URL.canParse(url, base) ? new URL(url, base).pathname : ''
  return IMAGE_PATH.exec(path)?.[1] ?? null
}

/** Messages about unusable files, shared by the form and the server. */
export const IMAGE_PROBLEMS = {
  missing: words.imageIsRequired,
  tooLarge: words.imageIsTooLarge,
  otherType: words.imageIsOfOtherType,
} as const

/** A file chosen in a form. The server checks its content. */
export const imageFile = z
  .file(IMAGE_PROBLEMS.missing)
  .check(
    z.minSize(1, words.imageIsEmpty),
    z.maxSize(IMAGE_LIMIT_BYTES, IMAGE_PROBLEMS.tooLarge),
    z.mime([...IMAGE_TYPES], IMAGE_PROBLEMS.otherType),
  )

/** Response to `POST /images` and `POST /profile/photo`. */
export const uploadResponse = z.object({
  success: z.literal(true),
  /** Stable, relative to the site: '/images/{id}'. It shows a preview until the sizes are made. */
  data: z.object({ url: z.string() }),
})
export type UploadResponse = z.infer<typeof uploadResponse>

/**
 * received: waits for a worker; processing: being processed, or waiting for a retry; processed: all sizes
 * exist; failed: retried only when an admin asks for it.
 */
export const imageStatus = z.enum(['received', 'processing', 'processed', 'failed'])
export type ImageStatus = z.infer<typeof imageStatus>

/** One `<source>` of a `<picture>` element; AVIF comes before WebP. Images are square. */
export const imageSource = z.object({
  /** 'image/avif', 'image/webp' */
  type: z.string(),
  /** '/images/…/160.avif 160w, /images/…/320.avif 320w' */
  srcset: z.string(),
})
export type ImageSource = z.infer<typeof imageSource>

/** `/images/{id}` and `POST /images/{id}/retry`. */
export const imageParams = z.object({ id: z.uuid('Invalid image ID') })

/** `POST /images/{id}/retry`. */
export const retryResponse = z.object({ status: imageStatus })
