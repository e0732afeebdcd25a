import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { ImageRow } from '#drizzle/queries/images.ts'
import type { Decoder } from './decoder.ts'
import { type ImageFolder, ORIGINAL, PREVIEW } from './image-folder.ts'
import { standardSize } from './sizes.ts'

/** An image whose files are stored, but which has no row yet. */
export type StoredUpload = Pick<ImageRow, 'id' | 'purpose' | 'type'>

interface Upload {
  purpose: ImageRow['purpose']
  /** Uid of the uploader. */
  uid: string
  /** Streams the file to the given path. */
  receive: (target: string) => Promise<void>
  /** Writes the row; the files are deleted if it throws. */
  record: (upload: StoredUpload) => Promise<void>
}

/**
 * Stores an upload: the original, and a small square drawn from it as preview. Drawing proves that the file
 * is readable to its end.
 * @returns the image's id
 * @throws ImageRefused, DecoderBusy, DecoderFailed, and what `receive` and `record` throw; no files remain
 * then
 */
export async function storeUpload(
  { folder, decoder }: { folder: ImageFolder; decoder: Decoder },
  { purpose, uid, receive, record }: Upload,
): Promise<string> {
  const staging = await folder.openStaging()
  const id = uuidv7()
  try {
    const original = join(staging, ORIGINAL)
    await receive(original)
    const preview = { ...standardSize({ purpose }), file: join(staging, PREVIEW) }
    const type = await decoder.drawUpload({ original, outputs: [preview] }, uid)
    await folder.settle(staging, id)
    await record({ id, purpose, type })
    return id
  } catch (error) {
    await folder.discard(staging)
    await folder.destroy(id)
    throw error
  }
}
