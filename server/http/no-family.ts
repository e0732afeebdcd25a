import { HttpError } from './http-error.ts'

/** The refusal of a family that does not exist. */
export function noFamily(): HttpError {
  return new HttpError(404, 'not_found', 'Family not found.')
}
