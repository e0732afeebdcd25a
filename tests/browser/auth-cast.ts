import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema/index.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { call, expiredToken, type Member, makeAccount, register } from './member.ts'
import { parentWithSecondFactor, providerAdmin } from './provider.ts'
import { records } from './records.ts'
import { type Account, newParent } from './visitor.ts'

/** Who plays in the walks through signing in. */
export interface Cast {
  /** Was here before; the browser may still know them. */
  parent: Member
  /** Signs in elsewhere. */
  other: Member
  /** Their account wants a code sent to `phone`. */
  guarded: Account & { phone: string }
}

/** Somebody with an account at the provider whom the clinic has not met. */
export const makeNewcomer = () => makeAccount('Nora Newcomer')

/** Somebody without any account. */
export const makeStranger = () => newParent('Sam Stranger')

export async function gather(parent: Member): Promise<Cast> {
  const phone = `+1503555${Math.floor(1000 + Math.random() * 9000)}`
  return {
    parent,
    other: await register('Oliver Other'),
    guarded: { ...(await parentWithSecondFactor(phone)), phone },
  }
}

/** Makes the member an admin, or a patient again, without ending their session. */
export async function setAdmin({ uid }: Member, isAdmin: boolean): Promise<void> {
  const role = isAdmin ? 'admin' : 'patient'
  await writeTransaction(records(), () =>
    records().update(users).set({ role }).where(eq(users.uid, uid)).run(),
  )
}

/** Shuts the account at the provider, or opens it again. */
export async function setDisabled({ uid }: Member, disabled: boolean): Promise<void> {
  await providerAdmin().updateUser(uid, { disabled })
}

/**
 * What an earlier visit has left in local storage: our session with a token that has run out, and,
 * unless it is over, the provider's session as its library keeps it.
 */
export async function earlierVisit(
  member: Member,
  { isOver }: { isOver: boolean },
): Promise<Record<string, string>> {
  const session = {
    'sprout.user': JSON.stringify(member.session.user),
    accessToken: expiredToken(member),
  }
  if (isOver) return session
  const { identity } = await call<{ identity: { apiKey: string } }>({
    method: 'GET',
    path: '/config',
  })
  const { uid, email, name, refreshToken, idToken } = member
  const now = Date.now()
  const kept = {
    uid,
    email,
    emailVerified: false,
    displayName: name,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + 3_600_000 },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey: identity.apiKey,
    appName: '[DEFAULT]',
  }
  return { ...session, [`firebase:authUser:${identity.apiKey}:[DEFAULT]`]: JSON.stringify(kept) }
}
