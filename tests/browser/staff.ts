import { eq } from 'drizzle-orm'
import { grantStaff } from '#domain/identity/roles.ts'
import { users } from '#drizzle/schema/index.ts'
import { call, type Member, register } from './member.ts'
import { records } from './records.ts'

/** A member of staff, with a session that began after their promotion. */
export async function registerStaff(name = 'Rita Receptionist'): Promise<Member> {
  const { email, ...member } = await register(name)
  records().update(users).set({ emailVerified: true }).where(eq(users.email, email)).run()
  grantStaff(records(), { email, actor: null, now: new Date() })
  const path = `/users/${encodeURIComponent(email)}`
  const session = await call<Member['session']>({
    method: 'PUT',
    path,
    bearer: member.idToken,
    body: { email },
  })
  return { ...member, email, session }
}

export const bearerOf = ({ session }: Member) => session.token
