import type { StripeError } from '@stripe/stripe-js'

export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError }

/** The calls of a browser to the API, as Stripe.js makes them: publishable key, form-encoded. */
export type BrowserApi = {
  get<T>(path: string, params: Record<string, string>): Promise<Result<T>>
  post<T>(path: string, params: Record<string, string>): Promise<Result<T>>
}

const unreachable: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
}

/**
 * @param base where the script was loaded from, ending in `/`; the calls go to `<base>v1/…`
 * @param key the publishable key
 */
export function createApi(base: URL, key: string): BrowserApi {
  async function call<T>(path: string, init: RequestInit): Promise<Result<T>> {
    try {
      const response = await fetch(new URL(`v1/${path}`, base), {
        ...init,
        headers: { authorization: `Bearer ${key}` },
      })
      const body: T & { error?: StripeError } = await response.json()
      return body.error ? { error: body.error } : { value: body }
    } catch {
      return { error: unreachable }
    }
  }
  return {
    get: (path, params) => call(`${path}?${new URLSearchParams(params).toString()}`, {}),
    post: (path, params) => call(path, { method: 'POST', body: new URLSearchParams(params) }),
  }
}
