import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  IMAGE_FIELD,
  IMAGE_LIMIT_BYTES,
  IMAGE_PROBLEMS,
  imageUrl,
  type UploadResponse,
  uploadResponse,
} from '#contract/images/images.ts'
import { upload as uploadRefusals } from '#contract/images/images-refusals.ts'
import { setPhoto } from '#domain/identity/photos.ts'
import { DecoderBusy, DecoderFailed, ImageRefused } from '#domain/images/decoder.ts'
import { addImage } from '#domain/images/image-states.ts'
import { type StoredUpload, storeUpload } from '#domain/images/store-upload.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { ImageRow } from '#drizzle/queries/images.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { refusalOf, unavailable } from '#server/http/refuse.ts'
import { ERRORS, NEEDS_SESSION } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { onlyAdmins, sessionEnded } from '#server/plugins/authentication.ts'
import { type Upload, uploads } from '#server/plugins/uploads.ts'

/** After how many seconds to retry when the decoder failed. */
const RETRY_AFTER = 5

const formSchema = (operationId: string, summary: string) => ({
  summary,
  operationId,
  tags: ['images'],
  security: NEEDS_SESSION,
  consumes: ['multipart/form-data'],
  response: { 201: uploadResponse, ...ERRORS },
})

/** An image, in its field. */
export const IMAGE_UPLOAD: Upload = {
  field: IMAGE_FIELD,
  limitBytes: IMAGE_LIMIT_BYTES,
  missing: IMAGE_PROBLEMS.missing,
  refusalOf: (problem) => refusalOf(uploadRefusals, problem),
}

/** Uploads: doctors' photos by admins, and users' own photos. */
export const uploadRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, images, clinicClock, wakeRelay } = services

  await app.register(uploads, { upload: IMAGE_UPLOAD })

  app.post(
    '/images',
    {
      config: uploadRefusals,
      preValidation: [app.requireAdmin, app.limitTo({ name: 'image', perMinute: 30, per: 'user' })],
      schema: formSchema('uploadImage', 'Upload a doctor’s photo (one file, in the field image)'),
    },
    (request, reply) => upload(request, reply, 'doctor'),
  )

  app.post(
    '/profile/photo',
    {
      config: uploadRefusals,
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

  // An upload may take minutes, so the user's rights are checked again at its end.
  function record(tx: Transaction, stored: StoredUpload, request: FastifyRequest): void {
    const user = app.findCaller(request)
    if (!user) throw sessionEnded()
    if (stored.purpose === 'doctor' && user.effectiveRole !== 'admin') {
      throw onlyAdmins()
    }
    const now = clinicClock.now()
    addImage(tx, { ...stored, uploadedBy: user.uid }, now)
    if (stored.purpose === 'profile') setPhoto(tx, user, stored.id, now)
  }
}

function refuseImage(error: unknown): never {
  if (error instanceof DecoderBusy || error instanceof DecoderFailed) {
    const retryAfter = error instanceof DecoderBusy ? error.retryAfter : RETRY_AFTER
    throw unavailable({ retryAfter, cause: error })
  }
  if (!(error instanceof ImageRefused)) throw error
  throw new HttpError(refusalOf(uploadRefusals, error.refusal), { cause: error })
}
