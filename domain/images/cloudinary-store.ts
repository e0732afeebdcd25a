import { z } from 'zod'
import { type ImageStore, ImageUnusable, type StoredImage } from './image-store.ts'
import { type Size, sizesOf } from './sizes.ts'

/** How long to wait for Cloudinary, in milliseconds. */
const TIMEOUT_MS = 45_000

/** The form in which Cloudinary stores the original: a limited size, without metadata. */
const KEPT = { width: 1600, height: 1600, crop: 'limit', flags: 'force_strip' }

/**
 * Has Cloudinary create and store the sizes, with one signed upload that returns when all of them exist. An
 * image has one public id, so repeating the upload replaces it.
 * @param url `cloudinary://key:secret@cloud`, as in CLOUDINARY_URL
 * @param timeoutMs how long to wait for a response, in milliseconds
 * @see https://cloudinary.com/documentation/image_upload_api_reference
 */
export async function createCloudinaryStore(
  url: string,
  timeoutMs = TIMEOUT_MS,
): Promise<ImageStore> {
  // Loaded only for clinics with an account.
  const { v2: cloudinary } = await import('cloudinary')
  const account = readAccount(url)

  return {
    provider: 'cloudinary',
    async make(image, { original, isWanted }) {
      if (!isWanted()) return null
      const answer = await cloudinary.uploader
        .upload(original, {
          ...account,
          public_id: publicId(image),
          resource_type: 'image',
          overwrite: true,
          invalidate: true,
          transformation: [KEPT],
          eager: sizesOf(image).map(toTransformation),
          timeout: timeoutMs,
        })
        .catch(refuse)
      const { public_id, version, signature } = answer
      const { api_secret } = account
      if (cloudinary.utils.api_sign_request({ public_id, version }, api_secret) !== signature) {
        throw new Error('Cloudinary’s response is not signed with the account’s secret.')
      }
      return version
    },
    async destroy(image) {
      const options = { ...account, invalidate: true, timeout: timeoutMs }
      const { result } = await cloudinary.uploader.destroy(publicId(image), options).catch(refuse)
      if (result !== 'ok' && result !== 'not found') {
        throw new Error(`Cloudinary did not delete the image: ${result}`)
      }
    },
    urlOf(image, size) {
      return cloudinary.url(publicId(image), {
        ...account,
        secure: true,
        sign_url: true,
        version: image.version ?? undefined,
        transformation: [toTransformation(size)],
        analytics: false,
        urlAnalytics: false,
      })
    },
  }
}

function publicId({ id, purpose }: StoredImage): string {
  return `sprout/${purpose}/${id}`
}

function toTransformation({ width, format }: Size) {
  return {
    width,
    height: width,
    crop: 'fill',
    gravity: 'face',
    quality: 'auto',
    fetch_format: format,
  }
}

function readAccount(url: string) {
  const { username, password, host, searchParams } = new URL(url)
  return {
    api_key: decodeURIComponent(username),
    api_secret: decodeURIComponent(password),
    cloud_name: host,
    upload_prefix: searchParams.get('upload_prefix') ?? undefined,
  }
}

const failure = z.object({ message: z.string(), http_code: z.number().optional() })

/** The library rejects with Cloudinary's error, or with an object that has it in `error`. */
const rejection = z.union([failure, z.object({ error: failure }).transform(({ error }) => error)])

/** Cloudinary responds 400 to a file that it cannot read as an image; other errors may be temporary. */
function refuse(reason: unknown): never {
  const { data } = rejection.safeParse(reason)
  const message = `Cloudinary: ${data?.message ?? 'no answer'}`
  if (data?.http_code === 400) throw new ImageUnusable(message)
  throw new Error(message)
}
