import { type FirebaseConfig, openAdminApp } from '#domain/identity/admin-app.ts'
import { DEMO_ACCOUNTS } from './emulator/project.ts'

interface SeededAccount {
  uid: string
  email: string
  name: string
}

/**
 * Creates the missing demo accounts with verified emails and returns all of them. Existing accounts
 * do not change, not even a changed password.
 */
export async function seedDemoAccounts(project: FirebaseConfig): Promise<SeededAccount[]> {
  const { auth, close } = openAdminApp(project)
  try {
    const seeded: SeededAccount[] = []
    for (const { email, password, name } of DEMO_ACCOUNTS) {
      const { uid } = await auth
        .createUser({ email, password, displayName: name, emailVerified: true })
        .catch((error: unknown) => {
          if (!isTaken(error)) throw error
          return auth.getUserByEmail(email)
        })
      seeded.push({ uid, email, name })
    }
    return seeded
  } finally {
    await close()
  }
}

function isTaken(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'auth/email-already-exists'
}
