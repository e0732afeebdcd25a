import { ApiError } from './api-error.ts'

/** The problems of a failed call by field; empty for any other error. */
export function issuesOf(error: unknown): ApiError['issues'] {
  return error instanceof ApiError ? error.issues : []
}
