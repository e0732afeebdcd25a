import { eq } from 'drizzle-orm'
import { type AdminApp, openAdminApp } from '#domain/identity/admin-app.ts'
import { users } from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { listMessages, type SentMessage } from '#sandbox/firebase-auth/emulator/emulator-client.ts'
import { EMULATED_PROJECT_ID } from '#sandbox/firebase-auth/emulator/project.ts'
import { type Account, newParent } from './member.ts'
import { records } from './records.ts'

const emulator = () => process.env.SPROUT_TEST_EMULATOR ?? ''

let opened: AdminApp | undefined

/** The identity provider's admin API. */
export function providerAdmin(): AdminApp['auth'] {
  opened ??= openAdminApp({
    mode: 'emulator',
    projectId: EMULATED_PROJECT_ID,
    emulatorHost: emulator(),
  })
  return opened.auth
}

/** The latest message that the provider would have sent to that address or phone. */
export async function newestMessage(to: string): Promise<SentMessage> {
  const messages = await listMessages(`http://${emulator()}`)
  const message = messages.find((sent) => sent.to === to)
  if (!message) throw new Error(`Nothing was sent to ${to}`)
  return message
}

/** Creates an account at the provider that asks for a code sent to its phone. */
export async function parentWithSecondFactor(phoneNumber: string): Promise<Account> {
  const account = newParent('Fay Factor')
  await providerAdmin().createUser({
    displayName: account.name,
    email: account.email,
    password: account.password,
    emailVerified: true,
    multiFactor: { enrolledFactors: [{ factorId: 'phone', phoneNumber }] },
  })
  return account
}

/** Confirms an account's email at the provider and at the clinic. */
export async function confirmEmail(email: string): Promise<void> {
  const { uid } = await providerAdmin().getUserByEmail(email)
  await providerAdmin().updateUser(uid, { emailVerified: true })
  await writeTransaction(records(), () =>
    records().update(users).set({ emailVerified: true }).where(eq(users.uid, uid)).run(),
  )
}
