import { type RetryResponse, retryResponse } from '../../../contract/images.ts'
import { request } from '../../lib/api/request.ts'

/** Has a picture processed once more that was given up (`POST /images/{id}/retry`). */
export function retryImage(id: string): Promise<RetryResponse> {
  return request(`/images/${encodeURIComponent(id)}/retry`, {
    method: 'POST',
    schema: retryResponse,
    auth: 'session',
  })
}
