import { IMAGE_FIELD, uploadResponse } from '../../../contract/images.ts'
import { type Answer, noAnswer, readAnswer, sendAsUser } from './answer.ts'

/** An upload that does not move for this many milliseconds is given up. */
export const STALL_LIMIT = 30_000

interface UploadOptions {
  /** Hears how much of the file has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/**
 * Sends a picture as the session's user to one of the calls that take one, and resolves to the
 * URL that shows it from now on, relative to the site: `uploadPicture('/images', file)`.
 *
 * However slow the connection, it may go on as long as it moves. Throws as `request` does.
 */
export async function uploadPicture(
  path: '/images' | '/profile/photo',
  picture: File,
  options: UploadOptions = {},
): Promise<string> {
  const answer = await sendAsUser((bearer) => send(path, picture, bearer, options))
  return readAnswer(answer, uploadResponse).data.url
}

// `fetch` does not report upload progress.
function send(
  path: string,
  picture: File,
  bearer: string | undefined,
  { onProgress, signal }: UploadOptions,
) {
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
    form.set(IMAGE_FIELD, picture)
    watchForStall()
    call.send(form)
  })
}
