import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { ImageType } from '#contract/images/images.ts'
import { type DecoderAnswer, type DecoderTask, OUT_OF_MEMORY } from './decoder-messages.ts'
import type { ImageRefusal } from './draw-image.ts'

/** The decoder refused the file; a retry is useless. */
export class ImageRefused extends Error {
  override name = 'ImageRefused'
  readonly refusal: ImageRefusal

  constructor(refusal: ImageRefusal) {
    super(`Image refused: ${refusal}`)
    this.refusal = refusal
  }
}

/** Too many images are waiting; `retryAfter`: when to retry, in seconds. */
export class DecoderBusy extends Error {
  override name = 'DecoderBusy'
  readonly retryAfter = 5
}

/** The decoder crashed or took too long: the image may be fine. */
export class DecoderFailed extends Error {
  override name = 'DecoderFailed'
}

export interface DecoderOptions {
  /** The time limit of one image, in milliseconds. */
  timeoutMs?: number
  /** After how many idle milliseconds the process ends. */
  idleMs?: number
  /** How many uploads may wait, in total and per user. */
  maxWaiting?: number
  maxWaitingPerUser?: number
  /** The process's program; for tests. */
  program?: string
}

export interface Decoder {
  /**
   * Draws squares of an upload while its user waits, before any background work.
   * @param uid the uploader
   * @throws ImageRefused, DecoderBusy, DecoderFailed
   */
  drawUpload(task: DecoderTask, uid: string): Promise<ImageType>
  /**
   * Draws squares in the background.
   * @param task called when its turn comes; returns null when the work is no longer needed
   * @returns whether there was work
   * @throws ImageRefused, DecoderFailed, the signal's reason
   */
  drawLater(task: () => Promise<DecoderTask | null>, signal: AbortSignal): Promise<boolean>
  /** How many images were refused, by reason, and how often the decoder failed or was busy. */
  readonly counts: Readonly<Record<ImageRefusal | 'failed' | 'busy', number>>
}

const PROGRAM = join(import.meta.dirname, 'decoder-process.ts')

const UPLOADS_FIRST = 1

/**
 * Decodes images one at a time in a separate process with limits of memory and time, so that a harmful file
 * can crash only that process. The process starts with the first image and ends when idle.
 */
export function createDecoder({
  timeoutMs = 20_000,
  idleMs = 10_000,
  maxWaiting = 20,
  maxWaitingPerUser = 3,
  program = PROGRAM,
}: DecoderOptions = {}): Decoder {
  const queue = new PQueue({ concurrency: 1 })
  const uploadsOf = new Map<string, number>()
  const counts = {
    unknown_type: 0,
    heic: 0,
    animated: 0,
    high_dynamic_range: 0,
    too_many_pixels: 0,
    too_large: 0,
    too_narrow: 0,
    damaged: 0,
    failed: 0,
    busy: 0,
  }
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = startProcess(program)
    // The process may also end between two images.
    started.on('error', () => dismiss(started)).on('exit', () => dismiss(started))
    return started
  }

  /** Stops using a process: it ends when disconnected, and the next image starts another one. */
  function dismiss(ended: ChildProcess) {
    if (child === ended) child = undefined
    if (ended.connected) ended.disconnect()
  }

  async function draw(task: DecoderTask): Promise<ImageType> {
    clearTimeout(idle)
    child ??= start()
    const current = child
    try {
      const answer = await ask(current, task, timeoutMs)
      if (answer.isLarge) dismiss(current)
      if (answer.kind === 'drawn') return answer.type
      if (answer.kind === 'refused') throw new ImageRefused(answer.refusal)
      throw new DecoderFailed(answer.message)
    } catch (error) {
      counts[error instanceof ImageRefused ? error.refusal : 'failed'] += 1
      // The process may have crashed without this process knowing yet.
      if (!(error instanceof ImageRefused)) dismiss(current)
      throw error
    } finally {
      idle = setTimeout(() => child && dismiss(child), idleMs).unref()
    }
  }

  return {
    counts,
    async drawUpload(task, uid) {
      const waiting = [...uploadsOf.values()].reduce((sum, count) => sum + count, 0)
      const own = uploadsOf.get(uid) ?? 0
      if (waiting >= maxWaiting || own >= maxWaitingPerUser) {
        counts.busy += 1
        throw new DecoderBusy('Too many images are waiting to be decoded.')
      }
      uploadsOf.set(uid, own + 1)
      try {
        // A user's second and third upload wait for the first upload of every other user.
        return await queue.add(() => draw(task), {
          priority: UPLOADS_FIRST + maxWaitingPerUser - own,
        })
      } finally {
        const left = (uploadsOf.get(uid) ?? 1) - 1
        if (left === 0) uploadsOf.delete(uid)
        else uploadsOf.set(uid, left)
      }
    },
    drawLater: (prepare, signal) =>
      queue.add(async () => {
        signal.throwIfAborted()
        const task = await prepare()
        if (task) await draw(task)
        return task !== null
      }),
  }
}

function startProcess(program: string): ChildProcess {
  const child = fork(program, {
    // Passes none of this process's settings and keys; fewer malloc arenas leave less unused memory
    // (https://sharp.pixelplumbing.com/install/#linux-memory-allocator).
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // An idle decoder does not keep this process alive.
  child.unref()
  child.channel?.unref()
  return child
}

/** Sends a task and waits for the answer; kills a process that does not answer in time. */
function ask(child: ChildProcess, task: DecoderTask, timeoutMs: number): Promise<DecoderAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DecoderAnswer>()
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new DecoderFailed('The decoder took too long.'))
  }, timeoutMs)
  const onMessage = (message: unknown) => resolve(message as DecoderAnswer)
  const onError = (cause: Error) => reject(new DecoderFailed('The decoder failed.', { cause }))
  const onExit = (code: number | null, signal: string | null) =>
    code === OUT_OF_MEMORY
      ? resolve({ kind: 'refused', refusal: 'too_large', isLarge: true })
      : reject(new DecoderFailed(`The decoder ended (${signal ?? code}).`))
  child.on('message', onMessage).on('error', onError).on('exit', onExit)
  child.channel?.ref()
  child.send(task, (error) => error && onError(error))
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', onMessage).off('error', onError).off('exit', onExit)
    child.channel?.unref()
  })
}
