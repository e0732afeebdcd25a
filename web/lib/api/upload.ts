import { IMAGE_FIELD, uploadResponse } from '#contract/images/images.ts'
import { OWN_LANGUAGE } from './own-language.ts'
import {
  noResponse,
  type ReceivedResponse,
  readResponse,
  type Schema,
  sendAsUser,
} from './request.ts'

/** An upload without progress for this many milliseconds is aborted. */
const STALL_LIMIT = 30_000

interface UploadOptions {
  /** Called with the progress, from 0 to 1. */
  onProgress?: (sent: number) => void
}

/** Uploads an image as the session's user and resolves to its URL, relative to the site. */
export async function uploadImage(
  path: '/images' | '/profile/photo',
  picture: File,
  options: UploadOptions = {},
): Promise<string> {
  const { data } = await uploadFile(path, { ...IMAGE, file: picture }, options)
  return data.url
}

const IMAGE = { field: IMAGE_FIELD, schema: uploadResponse }

interface Upload<Output> {
  /** Of the form that is sent. */
  field: string
  file: File
  /** Of the answer. */
  schema: Schema<Output>
}

/**
 * Uploads a file as the session's user: `uploadFile('/images', { field: 'image', file, schema })`.
 *
 * It may take any time as long as it makes progress. Throws like `request`.
 */
export async function uploadFile<Output>(
  path: string,
  { field, file, schema }: Upload<Output>,
  options: UploadOptions = {},
): Promise<Output> {
  const form = new FormData()
  form.set(field, file)
  return readResponse(await sendAsUser((bearer) => send(path, form, bearer, options)), schema)
}

// `fetch` does not report upload progress.
function send(
  path: string,
  form: FormData,
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
    for (const [name, value] of Object.entries(OWN_LANGUAGE)) call.setRequestHeader(name, value)
    if (bearer) call.setRequestHeader('authorization', `Bearer ${bearer}`)
    watchForStall()
    call.send(form)
  })
}
