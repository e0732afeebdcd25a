import { call } from '../call.ts'
import { imageParams, retryResponse } from './images.ts'

export const retryImage = call('POST', '/images/:id/retry', 'admin', {
  summary: 'Retry processing a failed image',
  params: imageParams,
  answers: { 202: retryResponse },
})
