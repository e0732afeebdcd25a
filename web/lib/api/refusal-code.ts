import type { RefusalCode, Refusing } from '#contract/refusals/refusals.ts'
import { ApiError } from './api-error.ts'

/**
 * The code with which a call was refused, as it declares them: `refusalCode<typeof changePatient>(error)`;
 * undefined when it failed otherwise. Any call can be refused with a few more: docs/errors.md.
 */
export const refusalCode = <Call extends Refusing>(error: unknown) =>
  error instanceof ApiError ? (error.code as RefusalCode<Call>) : undefined
