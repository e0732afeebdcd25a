import { ApiError } from '../../../lib/api/api-error.ts'

/** The fields of Add a Doctor, in their order on the screen. */
const FIELDS = ['name', 'email', 'designation', 'specialty', 'image'] as const
type Field = (typeof FIELDS)[number]

/** Reasons to refuse an upload: too large, wrong type, damaged. */
const ABOUT_THE_PICTURE = [413, 415, 422]

/** Conflicts, which name no field. */
const BY_CODE: Record<string, Field> = {
  doctor_exists: 'email',
  image_taken: 'image',
}

/**
 * Which fields a failure is about, with the server's reason, in their order on the screen. Empty
 * when it is about none of them.
 */
export function refusedFields(error: unknown): { field: Field; message: string }[] {
  if (!(error instanceof ApiError)) return []
  const { issues, status, code, message } = error
  if (ABOUT_THE_PICTURE.includes(status)) return [{ field: 'image', message }]
  const about = BY_CODE[code]
  if (about) return [{ field: about, message }]
  return FIELDS.flatMap((field) => {
    const path = field === 'image' ? 'img' : field
    const issue = issues.find((one) => one.path === path)
    return issue ? [{ field, message: issue.message }] : []
  })
}
