import { randomUUID } from 'node:crypto'
import { cert, deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'

/** Where the accounts are: the embedded emulator, or the clinic's Firebase project. */
export type FirebaseConfig =
  | {
      mode: 'emulator'
      projectId: string
      /** `host:port`, e.g. `127.0.0.1:9099`. */
      emulatorHost: string
    }
  | {
      mode: 'firebase'
      projectId: string
      /** The service account's email and PEM key. */
      clientEmail: string
      privateKey: string
    }

export interface AdminApp {
  auth: Auth
  close(): Promise<void>
}

const EMULATOR_VARIABLE = 'FIREBASE_AUTH_EMULATOR_HOST'

/** Opens firebase-admin's Auth for one project. Apps are independent; close each one. */
export function openAdminApp(config: FirebaseConfig): AdminApp {
  const app = initializeApp(
    {
      projectId: config.projectId,
      ...(config.mode === 'firebase' && {
        credential: cert({
          projectId: config.projectId,
          clientEmail: config.clientEmail,
          privateKey: config.privateKey,
        }),
      }),
    },
    randomUUID(),
  )
  const emulatorHost = config.mode === 'emulator' ? config.emulatorHost : undefined
  return {
    auth: withEmulatorVariable(emulatorHost, () => getAuth(app)),
    close: () => deleteApp(app),
  }
}

// The library reads the emulator's address from the environment once, when Auth is created. The variable is
// set for that moment only: if it stayed set, a real site would accept unsigned tokens.
function withEmulatorVariable<Result>(host: string | undefined, make: () => Result): Result {
  const before = process.env[EMULATOR_VARIABLE]
  setVariable(host)
  try {
    return make()
  } finally {
    setVariable(before)
  }
}

function setVariable(value: string | undefined) {
  if (value === undefined) delete process.env[EMULATOR_VARIABLE]
  else process.env[EMULATOR_VARIABLE] = value
}
