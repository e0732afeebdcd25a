import type { DecoderAnswer, DecoderTask } from './decoder.ts'
import { drawImage, RefusedImage } from './draw-image.ts'

// The decoder's own process, forked by decoder.ts. It may die at any time without harm.

/** How much memory it may use, in bytes; an image within the budgets takes half of it. */
const MEMORY_LIMIT = 320 * 1024 * 1024
const CHECK_EVERY_MS = 10

/** Exits with this code when an image takes more memory. */
export const OUT_OF_MEMORY = 70

// Images are decoded on other threads, so that this one is free to watch.
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_LIMIT) process.exit(OUT_OF_MEMORY)
}, CHECK_EVERY_MS).unref()

process.on('disconnect', () => process.exit())
process.on('message', async ({ original, outputs }: DecoderTask) => {
  try {
    answer({ kind: 'drawn', type: await drawImage(original, outputs) })
  } catch (error) {
    if (error instanceof RefusedImage) answer({ kind: 'refused', refusal: error.refusal })
    else answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

function answer(message: DecoderAnswer): void {
  process.send?.(message)
}
