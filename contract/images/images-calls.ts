import type { Call } from '../call.ts'
import { imageParams, retryResponse } from '../images.ts'

export const retryImage = {
  method: 'POST',
  path: '/images/:id/retry',
  access: 'admin',
  summary: 'Retry processing a failed image',
  params: imageParams,
  answers: { 202: retryResponse },
} as const satisfies Call
