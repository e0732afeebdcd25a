import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { imageParams } from '#contract/images/images.ts'
import * as calls from '#contract/images/images-refusals.ts'
import { readIfThere } from '#domain/images/image-folder.ts'
import { retryImage } from '#domain/images/image-states.ts'
import { FORMATS, sizesOf, standardSize } from '#domain/images/sizes.ts'
import { findImage, type ImageRow } from '#drizzle/queries/images.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { answerOf, ERRORS, handle, type Routes } from '#server/http/route.ts'
import { ALWAYS_ANSWERED } from '#server/plugins/overload.ts'

/** Images per minute and address; the page of doctors loads many at once. */
const IMAGE_CONFIG = { rateLimit: { max: 1500 }, ...ALWAYS_ANSWERED, ...calls.noImage }

/** A size never changes: another image has another id. */
const FOR_EVER = 'max-age=31536000, immutable'

/** How long a browser may show a removed image, in seconds. */
const SHORT = 'max-age=300'

const sizeParams = z.object({ ...imageParams.shape, size: z.string().max(20) })

/** Serves images and retries failed ones. */
export const imageRoutes: Routes = (app, services) => {
  const { db, images, wakeRelay } = services
  const { folder } = images

  app.get(
    '/images/:id',
    {
      config: IMAGE_CONFIG,
      schema: {
        operationId: 'getImage',
        tags: ['images'],
        summary: 'Show an image (its URL never changes)',
        params: imageParams,
        response: { 200: answerOf('The image', 'image/jpeg'), ...ERRORS },
      },
    },
    async ({ params }, reply) => {
      const image = findShown(params.id)
      const store = images.storeOf(image)
      const size = standardSize(image)
      // Until the sizes exist, the preview; never the original.
      if (!store) return send(reply, folder.preview(image.id), 'image/jpeg')
      reply.header('cache-control', `${audience(image)}, ${SHORT}`)
      if (store.provider === 'cloudinary') return reply.redirect(store.urlOf(image, size))
      return send(reply, folder.size(image.id, size), 'image/jpeg')
    },
  )

  app.get(
    '/images/:id/:size',
    {
      config: IMAGE_CONFIG,
      schema: {
        operationId: 'getImageSize',
        tags: ['images'],
        summary: 'Show an image in one of its sizes, for example 320.avif',
        params: sizeParams,
        response: {
          200: answerOf('The image', 'image/avif', 'image/webp', 'image/jpeg'),
          ...ERRORS,
        },
      },
    },
    async ({ params }, reply) => {
      const image = findShown(params.id)
      const size = sizesOf(image).find(({ width, format }) => `${width}.${format}` === params.size)
      if (!size || images.storeOf(image)?.provider !== 'local')
        throw refuse(calls.noImage, 'not_found')
      reply.header('cache-control', `${audience(image)}, ${FOR_EVER}`)
      return send(reply, folder.size(image.id, size), FORMATS[size.format])
    },
  )

  handle(app, calls.retryImage, async ({ user, params }, reply) => {
    const change = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => retryImage(tx, params.id, change))
    if (outcome === 'unknown_image') throw refuse(calls.retryImage, 'not_found')
    if (outcome === 'not_failed') throw refuse(calls.retryImage, outcome)
    wakeRelay()
    reply.code(202)
    return { status: 'received' as const }
  })

  function findShown(id: string): ImageRow {
    const image = findImage(db, id)
    if (!image || image.status === 'removed') throw refuse(calls.noImage, 'not_found')
    return image
  }
}

async function send(reply: FastifyReply, file: string, type: string): Promise<FastifyReply> {
  const content = await readIfThere(file)
  if (!content) {
    reply.header('cache-control', 'no-store')
    throw refuse(calls.noImage, 'not_found')
  }
  return reply.type(type).send(content)
}

/** Which caches may store it: a user's photo only the user's own browser. */
function audience({ purpose }: ImageRow): 'public' | 'private' {
  return purpose === 'doctor' ? 'public' : 'private'
}
