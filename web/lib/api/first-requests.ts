import type { Session } from '../session.ts'
import { OWN_LANGUAGE } from './own-language.ts'

/** Timeout of a request, in milliseconds. */
export const TIME_LIMIT = 30_000

const started = new Map<string, Promise<Response>>()
let token: string | undefined

/**
 * Starts the requests that a page is about to make, while its scripts are loading.
 * @param paths of `GET` calls; `:email` stands for the user's
 */
export function startRequests(paths: string[], { accessToken, user }: Session): void {
  token = accessToken
  for (const template of paths) {
    const path = template.replace(':email', encodeURIComponent(user.email))
    const response = fetch(path, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...OWN_LANGUAGE,
      },
      signal: AbortSignal.timeout(TIME_LIMIT),
    })
    // The page may never use the response; if it does, it gets the error.
    response.catch(() => undefined)
    started.set(path, response)
  }
}

/**
 * The response of a call that was started early, for its first caller.
 * @param bearer the token with which the call is made; undefined for a call that needs no user
 */
export function takeResponse(path: string, bearer = token): Promise<Response> | undefined {
  const response = bearer === token ? started.get(path) : undefined
  started.delete(path)
  return response
}
