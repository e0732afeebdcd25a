import { HttpError } from './http-error.ts'

/** The refusal of a family that does not exist. */
export function noFamily(): HttpError {
  return new HttpError(404, 'not_found', 'Family not found.')
}

/** The refusal of a doctor that the clinic does not have, or not any longer. */
export function noDoctor(): HttpError {
  return new HttpError(404, 'not_found', 'The clinic has no such doctor any more.')
}
