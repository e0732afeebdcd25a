import { z } from 'zod'
import { DEMO_ACCOUNTS } from '../../sandbox/firebase-auth/demo-accounts.ts'
import { type LoadRequest, visitor } from './request.ts'

const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo'
const signedIn = z.object({ idToken: z.string() })

/** `PUT /users/{email}` by somebody whom the embedded provider has just let in. */
export async function exchangeSessions(url: string): Promise<LoadRequest[]> {
  const [account] = DEMO_ACCOUNTS
  if (!account) throw new Error('There is no demo account.')
  const { email, password } = account
  const idToken = await signIn(url, { email, password })
  return Array.from({ length: 12_000 }, (_, number) => ({
    method: 'PUT',
    path: `/users/${encodeURIComponent(email)}`,
    headers: { authorization: `Bearer ${idToken}`, ...visitor(number) },
    body: JSON.stringify({ email }),
  }))
}

async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const response = await fetch(url + SIGN_IN, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
  })
  return signedIn.parse(await response.json()).idToken
}
