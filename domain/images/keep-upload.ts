import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { ImageType } from '../../contract/images.ts'
import type { ImageRow } from '../../drizzle/queries/images.ts'
import { type ImageFolder, ORIGINAL, PREVIEW } from './image-folder.ts'
import { createLane } from './lane.ts'
import { drawSquare, recognise } from './picture.ts'
import { standardSize } from './sizes.ts'

/** A picture whose files are in their place, and which no row tells of yet. */
export type KeptUpload = Pick<ImageRow, 'id' | 'purpose' | 'type'>

// Uploads wait for each other here, never for the sizes of those before them.
const inTurn = createLane()

/**
 * Keeps an upload: the file as it came and a small square drawn from it, which is what is shown
 * until the sizes are made. Drawing it proves that the file can be read to its end.
 * @param receive streams the file to the path that it is given
 * @param record writes the row; when it throws, the files go
 * @throws BadPicture when the file is not an image that we accept, and what `receive` and `record`
 *   throw; no files are left then
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
    const type = await inTurn(() => preparePreview(workshop, purpose))
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
