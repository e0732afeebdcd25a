import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { IMAGE_FIELD, type ImageType } from '../../contract/images.ts'
import type { ImageRow } from '../../drizzle/queries/images.ts'
import { HttpError } from '../../server/http-error.ts'
import { type ImageFolder, ORIGINAL, PREVIEW } from './image-folder.ts'
import { createLane } from './lane.ts'
import { BadPicture, drawSquare, type PictureTrouble, recognise } from './picture.ts'
import { standardSize } from './sizes.ts'

/** A picture whose files are in their place, and which no row tells of yet. */
export type KeptUpload = Pick<ImageRow, 'id' | 'purpose' | 'type'>

const REFUSALS: Record<PictureTrouble, [status: number, code: string, message: string]> = {
  unknown_type: [415, 'unsupported_image', 'Image must be a JPEG, PNG, WebP or AVIF file'],
  too_many_pixels: [413, 'too_large', 'Image has more than 40 megapixels'],
  damaged: [422, 'damaged_image', 'Image is damaged: it cannot be read to its end'],
}

// Uploads wait for each other here, never for the sizes of those before them.
const inTurn = createLane()

/**
 * Keeps an upload: the file as it came and a small square drawn from it, which is what is shown
 * until the sizes are made. Drawing it proves that the file can be read to its end.
 * @param receive streams the file to the path that it is given
 * @param record writes the row; when it throws, the files go
 * @throws HttpError 413, 415, 422, and whatever `receive` and `record` throw; nothing is left then
 */
export async function keepUpload(
  folder: ImageFolder,
  purpose: ImageRow['purpose'],
  {
    receive,
    record,
  }: {
    receive: (target: string) => Promise<void>
    record: (upload: KeptUpload) => Promise<void>
  },
): Promise<string> {
  const workshop = await folder.openWorkshop()
  const id = uuidv7()
  try {
    await receive(join(workshop, ORIGINAL))
    const type = await inTurn(() => preparePreview(workshop, purpose)).catch(refuse)
    await folder.settle(workshop, id)
    await record({ id, purpose, type })
    return id
  } catch (error) {
    await folder.discard(workshop)
    await folder.destroy(id)
    throw error
  }
}

async function preparePreview(workshop: string, purpose: ImageRow['purpose']): Promise<ImageType> {
  const original = join(workshop, ORIGINAL)
  const type = await recognise(original)
  const size = standardSize({ purpose })
  const square = await drawSquare(original, size.width)
  await writeFile(join(workshop, PREVIEW), await square(size), { flush: true })
  return type
}

function refuse(error: unknown): never {
  if (!(error instanceof BadPicture)) throw error
  const [status, code, message] = REFUSALS[error.trouble]
  const issues = [{ path: IMAGE_FIELD, message }]
  throw new HttpError(status, code, message, { issues, cause: error })
}
