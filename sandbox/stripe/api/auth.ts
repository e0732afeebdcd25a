import type { Caller } from '../records/scope.ts'
import { StripeRefusal } from './errors.ts'

export type Keys = { secret: string; publishable: string }

const unauthorized = (message: string): StripeRefusal =>
  new StripeRefusal(401, { type: 'invalid_request_error', message })

/** The API key of an `Authorization` header, or undefined. */
export function keyFrom(header = ''): string | undefined {
  return /^Bearer (\S+)$/i.exec(header)?.[1]
}

/**
 * The caller of a request. https://docs.stripe.com/api/authentication
 * @throws StripeRefusal 401 without a known key, 403 for a server's call with a publishable key
 */
export function authenticate(
  header: string | undefined,
  keys: Keys,
  browserMayCall: boolean,
): Caller {
  const key = keyFrom(header)
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    )
  }
  if (key === keys.secret) return 'secret'
  if (key !== keys.publishable) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
  }
  if (!browserMayCall) {
    throw new StripeRefusal(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    })
  }
  return 'publishable'
}
