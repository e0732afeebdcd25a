import { IMAGE_FIELD, uploadResponse } from '#contract/images/images.ts'
import { noResponse, type ReceivedResponse, readResponse, sendAsUser } from './request.ts'

/** An upload without progress for this many milliseconds is aborted. */
const STALL_LIMIT = 30_000

interface UploadOptions {
  /** Called with the progress, from 0 to 1. */
  onProgress?: (sent: number) => void
}

/**
 * Uploads an image as the session's user and resolves to its URL, relative to the site:
 * `uploadImage('/images', file)`.
 *
 * It may take any time as long as it makes progress. Throws like `request`.
 */
export async function uploadImage(
  path: '/images' | '/profile/photo',
  picture: File,
  options: UploadOptions = {},
): Promise<string> {
  const response = await sendAsUser((bearer) => send(path, picture, bearer, options))
  return readResponse(response, uploadResponse).data.url
}

// `fetch` does not report upload progress.
function send(
  path: string,
  picture: File,
  bearer: string | undefined,
  { onProgress }: UploadOptions,
) {
  return new Promise<ReceivedResponse>((resolve, reject) => {
    const call = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout>

    function watchForStall() {
      clearTimeout(stalled)
      stalled = setTimeout(() => end(() => reject(noResponse('timeout'))), STALL_LIMIT)
    }

    function end(settle: () => void) {
      clearTimeout(stalled)
      settle()
      // No effect on a finished call.
      call.abort()
    }

    call.upload.addEventListener('progress', ({ loaded, total }) => {
      watchForStall()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    call.addEventListener('load', () =>
      end(() => resolve({ status: call.status, text: call.responseText })),
    )
    // Some browsers report this when the server refuses early and closes the connection.
    call.addEventListener('error', () => end(() => reject(noResponse('network'))))

    call.open('POST', path)
    call.setRequestHeader('accept', 'application/json')
    if (bearer) call.setRequestHeader('authorization', `Bearer ${bearer}`)
    const form = new FormData()
    form.set(IMAGE_FIELD, picture)
    watchForStall()
    call.send(form)
  })
}
