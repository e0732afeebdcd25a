import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  IMAGE_FIELD,
  IMAGE_PROBLEMS,
  imageUrl,
  type UploadResponse,
  uploadResponse,
} from '#contract/images/images.ts'
import { setPhoto } from '#domain/identity/photos.ts'
import { DecoderBusy, DecoderFailed, ImageRefused } from '#domain/images/decoder.ts'
import type { ImageRefusal } from '#domain/images/draw-image.ts'
import { addImage } from '#domain/images/image-states.ts'
import { type StoredUpload, storeUpload } from '#domain/images/store-upload.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { ImageRow } from '#drizzle/queries/images.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { forbidden, sessionEnded } from '#server/plugins/authentication.ts'
import { uploads } from '#server/plugins/uploads.ts'

/** When to try again after the decoder failed, in seconds. */
const RETRY_AFTER = 5

const IMAGE_REFUSALS: Record<ImageRefusal, [status: number, code: string, message: string]> = {
  unknown_type: [415, 'unsupported_image', IMAGE_PROBLEMS.otherType],
  heic: [415, 'unsupported_image', `This is a HEIC photo. ${IMAGE_PROBLEMS.otherType}`],
  animated: [415, 'unsupported_image', 'Image must not be animated'],
  high_dynamic_range: [
    415,
    'unsupported_image',
    'Image must not be HDR. Please save it with standard colors, or as a JPEG',
  ],
  too_many_pixels: [413, 'too_large', 'Image must be 40 megapixels or smaller'],
  too_large: [
    413,
    'too_large',
    'Image is too large to process. Please use a smaller one, or save it as a JPEG',
  ],
  too_narrow: [422, 'too_narrow', 'Image is too narrow. Please use one that is closer to a square'],
  damaged: [422, 'damaged_image', 'This image file is damaged. Please try another one'],
}

const formSchema = (operationId: string, summary: string) => ({
  summary,
  operationId,
  tags: ['images'],
  security: NEEDS_SESSION,
  consumes: ['multipart/form-data'],
  response: { 201: uploadResponse, ...ERRORS },
})

/** Uploads: doctors' photos by admins, and users' own photos. */
export const uploadRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, images, clinicClock, wakeRelay } = services

  await app.register(uploads, {})

  app.post(
    '/images',
    {
      preValidation: [app.requireAdmin, app.limitTo({ name: 'image', perMinute: 30, per: 'user' })],
      schema: formSchema('uploadImage', 'Upload a doctor’s photo (one file, in the field image)'),
    },
    (request, reply) => upload(request, reply, 'doctor'),
  )

  app.post(
    '/profile/photo',
    {
      preValidation: [app.requireUser, app.limitTo({ name: 'photo', perMinute: 6, per: 'user' })],
      schema: formSchema('uploadOwnPhoto', 'Upload your own photo (one file, in the field image)'),
    },
    (request, reply) => upload(request, reply, 'profile'),
  )

  async function upload(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: ImageRow['purpose'],
  ): Promise<UploadResponse> {
    const { uid } = request.user
    const id = await storeUpload(images, {
      purpose,
      uid,
      receive: (target) => app.receiveFile(request, reply, target),
      record: (stored) => writeTransaction(db, (tx) => record(tx, stored, request)),
    }).catch(refuseImage)
    wakeRelay()
    reply.code(201)
    return { success: true, data: { url: imageUrl(id) } }
  }

  // An upload may take minutes: the user's rights are checked again at its end.
  function record(tx: Transaction, stored: StoredUpload, request: FastifyRequest): void {
    const user = app.findCaller(request)
    if (!user) throw sessionEnded()
    if (stored.purpose === 'doctor' && user.effectiveRole !== 'admin') {
      throw forbidden('Only administrators can do this.')
    }
    const now = clinicClock.now()
    addImage(tx, { ...stored, uploadedBy: user.uid }, now)
    if (stored.purpose === 'profile') setPhoto(tx, user, stored.id, now)
  }
}

function refuseImage(error: unknown): never {
  if (error instanceof DecoderBusy || error instanceof DecoderFailed) {
    const retryAfter = error instanceof DecoderBusy ? error.retryAfter : RETRY_AFTER
    throw new HttpError(503, 'unavailable', error.message, { retryAfter, cause: error })
  }
  if (!(error instanceof ImageRefused)) throw error
  const [status, code, message] = IMAGE_REFUSALS[error.refusal]
  const issues = [{ path: IMAGE_FIELD, message }]
  throw new HttpError(status, code, message, { issues, cause: error })
}
