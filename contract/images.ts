import * as z from 'zod/mini'

/** Maximum size of an uploaded image, in bytes. */
export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024

/** What a picture may be, by its content; for a file field's `accept`, too. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The multipart field with the image. */
export const IMAGE_FIELD = 'image'

/** The stable URL of a picture, relative to the site; it shows the picture at once. */
export function imageUrl(id: string): string {
  return `/images/${id}`
}

const IMAGE_PATH = /^\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The id of the picture that a URL names, relative or with any origin; null for other URLs. */
export function imageIdOf(url: string): string | null {
  const base = 'http://localhost'
  const path = URL.canParse(url, base) ? new URL(url, base).pathname : ''
  return IMAGE_PATH.exec(path)?.[1] ?? null
}

/** The file chosen in a form. What is in it is for the server to say. */
export const imageFile = z
  .file('Image is required')
  .check(
    z.minSize(1, 'Image is empty'),
    z.maxSize(IMAGE_LIMIT_BYTES, 'Image is larger than 5 MB'),
    z.mime([...IMAGE_TYPES], 'Image must be a JPEG, PNG, WebP or AVIF file'),
  )

/** Response to `POST /images` and `POST /profile/photo`. */
export const uploadResponse = z.object({
  success: z.literal(true),
  /** Stable, relative to the site: '/images/{id}'. It shows the picture at once. */
  data: z.object({ url: z.string() }),
})
export type UploadResponse = z.infer<typeof uploadResponse>

/**
 * received: waits for a worker; processing: a worker is at it, or will try again; processed: all
 * sizes are there; failed: given up until an admin has it retried.
 */
export const imageStatus = z.enum(['received', 'processing', 'processed', 'failed'])
export type ImageStatus = z.infer<typeof imageStatus>

/** One `<source>` of a `<picture>`; AVIF comes before WebP. Pictures are square. */
export const pictureSource = z.object({
  /** 'image/avif', 'image/webp' */
  type: z.string(),
  /** '/images/…/160.avif 160w, /images/…/320.avif 320w' */
  srcset: z.string(),
})
export type PictureSource = z.infer<typeof pictureSource>

/** `/images/{id}` and `POST /images/{id}/retry`. */
export const imageParams = z.object({ id: z.uuid('Image id is not valid') })

/** `POST /images/{id}/retry`. */
export const retryResponse = z.object({ status: imageStatus })
export type RetryResponse = z.infer<typeof retryResponse>
