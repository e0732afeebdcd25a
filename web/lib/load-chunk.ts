/** A script chunk that could not be loaded, or took longer than its time limit. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Milliseconds after which a chunk counts as failed. */
export const CHUNK_TIME_LIMIT = 120_000

/**
 * Loads a script chunk: `loadChunk(() => import('./page.tsx'))`.
 * Rejects with `ChunkLoadError` when the import fails or is not done within `timeLimit`
 * milliseconds.
 */
export function loadChunk<Module>(
  load: () => Promise<Module>,
  timeLimit = CHUNK_TIME_LIMIT,
): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkLoadError(`Not loaded within ${timeLimit / 1000} s`)),
      timeLimit,
    )
    load()
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError('Loading failed', { cause })))
      .finally(() => clearTimeout(timer))
  })
}
