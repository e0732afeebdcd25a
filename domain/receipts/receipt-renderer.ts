import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Receipt } from '#contract/payments/receipts.ts'

export interface RenderTask {
  id: number
  receipt: Receipt
}

export interface RenderAnswer {
  id: number
  file?: Uint8Array
  /** The error message. */
  error?: string
}

interface ReceiptRenderer {
  /**
   * The PDF of a receipt, always the same bytes.
   * @throws Error when the thread fails; the next call starts another one
   */
  render(receipt: Receipt): Promise<Buffer>
  close(): Promise<void>
}

const PROGRAM = join(import.meta.dirname, 'receipt-worker.ts')

/** Far more memory than a receipt needs. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** After this many idle milliseconds the thread ends and frees its memory. */
const IDLE_MS = 30_000

/**
 * Renders receipts in a separate thread, which starts with the first one: rendering takes 80 ms, during which
 * the main thread would answer nothing.
 */
export function createReceiptRenderer({
  program = PROGRAM,
  idleMs = IDLE_MS,
} = {}): ReceiptRenderer {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function start(): Worker {
    // Passes none of this process's settings and keys.
    const started = new Worker(program, { env: {}, execArgv: [], resourceLimits: LIMITS })
    started.on('message', ({ id, file, error }: RenderAnswer) => {
      const task = waiting.get(id)
      waiting.delete(id)
      if (file) task?.resolve(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
      else task?.reject(new Error(`A receipt could not be drawn: ${error}`))
      if (waiting.size > 0) return
      started.unref()
      idle = setTimeout(() => {
        // Already before it has ended: the next receipt starts another one.
        worker = undefined
        void started.terminate()
      }, idleMs).unref()
    })
    const end = (cause?: unknown) => {
      if (worker !== started) return
      worker = undefined
      for (const task of waiting.values()) {
        task.reject(new Error('The thread that draws receipts has ended.', { cause }))
      }
      waiting.clear()
    }
    started.on('error', end)
    started.on('exit', () => end())
    return started
  }

  return {
    render(receipt) {
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      last += 1
      const task = Promise.withResolvers<Buffer>()
      waiting.set(last, task)
      worker.postMessage({ id: last, receipt } satisfies RenderTask)
      return task.promise
    },
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
