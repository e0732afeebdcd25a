import type { ImageSource } from '#contract/images/images.ts'
import type { ImageRow } from '#drizzle/queries/images.ts'
import type { Env } from '../config/env.ts'
import { createDecoder, type Decoder } from './decoder.ts'
import { ImageFolder } from './image-folder.ts'
import type { ImageStore } from './image-store.ts'
import { createLocalStore } from './local-store.ts'
import { describeSources } from './sizes.ts'

/** What routes and jobs need to store, show and process images. */
export interface Images {
  folder: ImageFolder
  decoder: Decoder
  /** Creates the sizes of new images. */
  store: ImageStore
  /** The store that has an image's sizes; undefined before they exist, or if that store is not configured. */
  storeOf(image: ImageRow): ImageStore | undefined
  /** The `<source>`s of a `<picture>`; none before the sizes exist. */
  sourcesOf(image: ImageRow): ImageSource[]
}

/** Cloudinary if it is configured, otherwise our decoder and the data folder. */
export async function openImages({
  dataDir,
  cloudinaryUrl,
}: Pick<Env, 'dataDir' | 'cloudinaryUrl'>): Promise<Images> {
  const folder = new ImageFolder(dataDir)
  const decoder = createDecoder()
  const local = createLocalStore(folder, decoder)
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
    decoder,
    store,
    storeOf,
    sourcesOf(image) {
      const store = storeOf(image)
      return store ? describeSources(image, (size) => store.urlOf(image, size)) : []
    },
  }
}
