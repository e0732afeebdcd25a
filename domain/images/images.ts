import type { PictureSource } from '../../contract/images.ts'
import type { ImageRow } from '../../drizzle/queries/images.ts'
import type { Env } from '../config/env.ts'
import { ImageFolder } from './image-folder.ts'
import type { ImageStore } from './image-store.ts'
import { createLocalStore } from './local-store.ts'
import { describeSources } from './sizes.ts'

/** Everything that deals with pictures; routes and workers alike. */
export interface Images {
  folder: ImageFolder
  /** Makes the sizes from now on. */
  store: ImageStore
  /** Who has made a picture's sizes; undefined before they are made, and when it is out of reach. */
  storeOf(image: ImageRow): ImageStore | undefined
  /** The sizes of a picture for a `<picture>`; none before they are made. */
  sourcesOf(image: ImageRow): PictureSource[]
}

/** Cloudinary if it is configured, otherwise sharp and the data folder. */
export async function openImages({
  dataDir,
  cloudinaryUrl,
}: Pick<Env, 'dataDir' | 'cloudinaryUrl'>): Promise<Images> {
  const folder = new ImageFolder(dataDir)
  const local = createLocalStore(folder)
  const stores = [local]
  if (cloudinaryUrl) {
    const { createCloudinaryStore } = await import('./cloudinary-store.ts')
    stores.unshift(await createCloudinaryStore(cloudinaryUrl))
  }
  const [store = local] = stores

  function storeOf({ status, storageProvider }: ImageRow): ImageStore | undefined {
    return status === 'processed'
      ? stores.find(({ provider }) => provider === storageProvider)
      : undefined
  }

  return {
    folder,
    store,
    storeOf,
    sourcesOf(image) {
      const store = storeOf(image)
      return store ? describeSources(image, (size) => store.urlOf(image, size)) : []
    },
  }
}
