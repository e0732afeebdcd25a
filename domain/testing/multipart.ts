/** A part of a form as a browser sends it; the file name is not escaped. */
export interface Part {
  name: string
  content: string | Buffer
  filename?: string
  type?: string
}

const BOUNDARY = 'boundary-of-the-tests'

/** A multipart request for `inject`, with any content. */
export function multipartForm(...parts: Part[]) {
  const chunks = parts.flatMap(({ name, content, filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  const payload = Buffer.concat(
    [...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk)),
  )
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}

/** The form of an upload, as a browser sends a photo. */
export function imageForm(content: string | Buffer, claims: Partial<Part> = {}) {
  return multipartForm({ name: 'image', filename: 'a.jpg', type: 'image/jpeg', content, ...claims })
}

/** The form of a file of the previous system. */
export const importForm = (
  content: string | Buffer = 'Child,DOB,Parent,Phone\nMia,2021-06-05,Paula,5035550142\n',
) => multipartForm({ name: 'file', filename: 'families.csv', type: 'text/csv', content })
