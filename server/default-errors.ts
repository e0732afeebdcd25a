/** What Fastify and Node refuse by themselves, by status, in words for people. */
const REFUSALS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['invalid_input', 'This request cannot be understood.'],
  408: ['too_slow', 'The request took too long to arrive.'],
  413: ['too_large', 'That is too much data for this call.'],
  414: ['too_long', 'This address is too long.'],
  415: ['unsupported_media_type', 'This call takes JSON only (content-type: application/json).'],
  431: ['too_large', 'That is too much data for the headers of a request.'],
}

/** The code and the message of a refusal that came without words of ours. */
export function describeRefusal(status: number): readonly [code: string, message: string] {
  return REFUSALS[status] ?? ['refused', 'This request was refused.']
}
