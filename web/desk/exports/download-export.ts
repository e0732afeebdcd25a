import type { NewExport } from '#contract/exports/exports.ts'
import { noResponse, readResponse, sendAsUser } from '#web/lib/api/request.ts'

const FILE_NAME = /filename="([^"]+)"/

/** Downloads the archive of an export. It may take any time. Throws like `request`. */
export async function downloadExport(chosen: NewExport): Promise<{ file: Blob; name: string }> {
  const response = await sendAsUser((bearer) => ask(chosen, bearer))
  readResponse(response, { parse: (body) => body })
  return response
}

async function ask(chosen: NewExport, bearer: string | undefined) {
  try {
    const response = await fetch('/exports', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(chosen),
    })
    const { status, headers } = response
    // Rejects if the archive breaks off.
    const file = await response.blob()
    const [, name = 'records.zip'] = FILE_NAME.exec(headers.get('content-disposition') ?? '') ?? []
    return { status, file, name, text: response.ok ? '' : await file.text() }
  } catch (cause) {
    throw noResponse('network', cause)
  }
}
