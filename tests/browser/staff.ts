import { eq, isNull } from 'drizzle-orm'
import { grantDoctor, grantStaff } from '#domain/identity/roles.ts'
import { doctors, users } from '#drizzle/schema/index.ts'
import { exchange, type Member, register } from './member.ts'
import { confirmEmail, records } from './records.ts'

/** Registers a member of staff, with a session from after the promotion. */
export const registerStaff = (name = 'Rita Receptionist') =>
  registerWithRole(name, (email) => grantStaff(records(), { email, actor: null, now: new Date() }))

/** Registers a user who is one of the clinic's doctors. */
export const registerDoctor = () =>
  registerWithRole('Dora Doctor', (email) => {
    const [free] = records()
      .select({ id: doctors.id })
      .from(doctors)
      .leftJoin(users, eq(users.doctorId, doctors.id))
      .where(isNull(users.uid))
      .all()
    if (!free) throw new Error('Every doctor has a user')
    grantDoctor(records(), { email, doctorId: free.id, actor: null, now: new Date() })
  })

/** Registers a user with a role, and a session from after the promotion. */
export async function registerWithRole(
  name: string,
  grant: (email: string) => void,
): Promise<Member> {
  const member = await register(name)
  confirmEmail(member.uid)
  grant(member.email)
  return exchange(member)
}
