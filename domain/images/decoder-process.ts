import {
  type DecoderAnswer,
  type DecoderTask,
  type DecoderVerdict,
  OUT_OF_MEMORY,
} from './decoder-messages.ts'
import { drawImage, RefusedImage } from './draw-image.ts'

// The decoder's own process, forked by decoder.ts. It may crash at any time without harm.

/** Its memory limit in bytes; images within the budgets take less. */
const MEMORY_LIMIT = 320 * 1024 * 1024
const CHECK_EVERY_MS = 10

/** A process above this size, in bytes, is replaced before the next image. */
const LARGE = 130 * 1024 * 1024

// Images are decoded on other threads, so this one can watch the memory.
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_LIMIT) process.exit(OUT_OF_MEMORY)
}, CHECK_EVERY_MS).unref()

process.on('disconnect', () => process.exit())
process.on('message', async ({ original, outputs }: DecoderTask) => {
  const verdict = await draw(original, outputs)
  process.send?.({ ...verdict, isLarge: process.memoryUsage.rss() > LARGE } satisfies DecoderAnswer)
})

async function draw(original: string, outputs: DecoderTask['outputs']): Promise<DecoderVerdict> {
  try {
    return { kind: 'drawn', type: await drawImage(original, outputs) }
  } catch (error) {
    if (error instanceof RefusedImage) return { kind: 'refused', refusal: error.refusal }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
