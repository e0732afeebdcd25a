import { ApiError } from './api-error.ts'

/** The problems by field that a failed call names; empty for any other error. */
export function issuesOf(error: unknown): ApiError['issues'] {
  return error instanceof ApiError ? error.issues : []
}
