import { type Answer, noAnswer, type Reader, readAnswer, sendAsUser } from './answer.ts'

/** An upload that does not move for this many milliseconds is given up. */
export const STALL_LIMIT = 30_000

/** The field's name at the image host of the spec (section 7), and in our own calls. */
const FIELD = 'image'

export interface UploadOptions<Output> {
  schema: Reader<Output>
  /** Hears how much of the file has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/**
 * Sends a picture as multipart, as the session's user, and reads the answer:
 * `upload('/images', file, { schema: imageResponse, onProgress })`.
 *
 * However slow the connection, it may go on as long as it moves. Throws as `request` does.
 */
export async function upload<Output>(
  path: string,
  picture: Blob,
  { schema, onProgress, signal }: UploadOptions<Output>,
): Promise<Output> {
  const answer = await sendAsUser((bearer) => send(path, picture, { bearer, onProgress, signal }))
  return readAnswer(answer, schema)
}

interface Sending extends Pick<UploadOptions<unknown>, 'onProgress' | 'signal'> {
  bearer: string | undefined
}

// `fetch` does not tell how much of a body has been sent.
function send(path: string, picture: Blob, { bearer, onProgress, signal }: Sending) {
  return new Promise<Answer>((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const call = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout>

    function watchForStall() {
      clearTimeout(stalled)
      stalled = setTimeout(() => end(() => reject(noAnswer('timeout'))), STALL_LIMIT)
    }

    function end(settle: () => void) {
      clearTimeout(stalled)
      signal?.removeEventListener('abort', onAbort)
      settle()
      // Does nothing to a call that is over.
      call.abort()
    }

    function onAbort() {
      end(() => reject(signal?.reason))
    }

    signal?.addEventListener('abort', onAbort)
    call.upload.addEventListener('progress', ({ loaded, total }) => {
      watchForStall()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    call.addEventListener('load', () =>
      end(() => resolve({ status: call.status, text: call.responseText })),
    )
    // A server that refuses early closes the connection, which some browsers report as this.
    call.addEventListener('error', () => end(() => reject(noAnswer('network'))))

    call.open('POST', path)
    call.setRequestHeader('accept', 'application/json')
    if (bearer) call.setRequestHeader('authorization', `Bearer ${bearer}`)
    const form = new FormData()
    form.set(FIELD, picture)
    watchForStall()
    call.send(form)
  })
}
