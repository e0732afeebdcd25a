import type { RequestListener } from 'node:http'
import apiSpec from 'firebase-tools/lib/emulator/auth/apiSpec.js'
import { BadRequestError } from 'firebase-tools/lib/emulator/auth/errors.js'
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js'
import { AgentProjectState, type EmulatedAccount } from 'firebase-tools/lib/emulator/auth/state.js'
import { EmulatorLogger, Verbosity } from 'firebase-tools/lib/emulator/emulatorLogger.js'
import { EMULATED_PROJECT_ID } from './project.ts'

/** The calls of the browser's SDK, firebase-admin and the mailbox; others would slow the start by seconds. */
const USED_PATHS = [
  /^\/v1\/accounts:(createAuthUri|delete|lookup|resetPassword|sendOobCode|sendVerificationCode|signInWithIdp|signInWithPassword|signInWithPhoneNumber|signUp|update)$/,
  /^\/v1\/(projects|recaptchaParams|token)$/,
  /^\/v1\/projects\/\{targetProjectId\}\/accounts(:batchDelete|:batchGet|:delete|:lookup|:sendOobCode|:update)?$/,
  /^\/v2\/accounts\/mfa(Enrollment|SignIn):/,
  /^\/v2\/passwordPolicy$/,
  /^\/emulator\/v1\/projects\/\{targetProjectId\}\/(oobCodes|verificationCodes)$/,
]

const ANY_RESPONSE = {
  200: { description: 'Not validated', content: { '*/*': { schema: {} } } },
}

/** Google's API options (alt, prettyPrint, …) that none of our callers send. */
const COMMON_PARAMETER = '#/components/parameters/'

/** The claim of a refresh token with the time of the login, in seconds. */
const SIGNED_IN_AT = 'signed_in_at'

/**
 * The accounts of the only project. Messages carry the time of sending, for the mailbox. Refresh tokens and
 * linked accounts end as at Firebase, which the emulator does not implement:
 * https://firebase.google.com/docs/auth/admin/manage-sessions
 */
export class Project extends AgentProjectState {
  override createRefreshTokenFor(...args: Parameters<AgentProjectState['createRefreshTokenFor']>) {
    const [user, provider, { extraClaims = {}, ...options } = {}] = args
    const signedInAt = extraClaims[SIGNED_IN_AT] ?? Math.floor(Date.now() / 1000)
    const claims = { ...extraClaims, [SIGNED_IN_AT]: signedInAt }
    return super.createRefreshTokenFor(user, provider, { ...options, extraClaims: claims })
  }

  override validateRefreshToken(refreshToken: string) {
    const record = super.validateRefreshToken(refreshToken)
    const signedInAt = Number(record.extraClaims[SIGNED_IN_AT] ?? 0)
    if (signedInAt < Number(record.user.validSince ?? 0)) throw new BadRequestError('TOKEN_EXPIRED')
    return record
  }

  // The emulator reads the clock for the login, and again for the password: if a new second began in between,
  // the first login would count as older than the password.
  override createUserWithLocalId(...args: Parameters<AgentProjectState['createUserWithLocalId']>) {
    const [uid, fields] = args
    const { lastLoginAt, validSince } = fields
    const login = String(Math.floor(Number(lastLoginAt) / 1000))
    return super.createUserWithLocalId(uid, validSince ? { ...fields, validSince: login } : fields)
  }

  // An account has one link per provider: another Google account replaces the first one.
  override updateUserByLocalId(...args: Parameters<AgentProjectState['updateUserByLocalId']>) {
    const [uid, fields, options = {}] = args
    const replaced = options.upsertProviders?.map(({ providerId }) => providerId) ?? []
    const deleteProviders = [...(options.deleteProviders ?? []), ...replaced]
    return super.updateUserByLocalId(uid, fields, { ...options, deleteProviders })
  }

  override createOob(...args: Parameters<AgentProjectState['createOob']>) {
    return Object.assign(super.createOob(...args), { sentAt: new Date().toISOString() })
  }

  override createVerificationCode(phoneNumber: string) {
    return Object.assign(super.createVerificationCode(phoneNumber), {
      sentAt: new Date().toISOString(),
    })
  }
}

export interface EmulatorApp {
  /** Answers Firebase Auth's REST calls. */
  handle: RequestListener
  /** All accounts, in the format that `createEmulatorApp` restores. */
  accounts(): EmulatedAccount[]
}

/**
 * The Firebase Auth emulator of firebase-tools, inside this process, with `accounts` restored.
 * Like a new Firebase project, it never reveals whether an email is registered.
 */
export async function createEmulatorApp(accounts: EmulatedAccount[]): Promise<EmulatorApp> {
  // It would print reset links and phone codes.
  EmulatorLogger.setVerbosity(Verbosity.SILENT)
  keepOnlyWhatIsUsed(apiSpec.default.paths)

  const project = new Project(EMULATED_PROJECT_ID)
  project.enableImprovedEmailPrivacy = true
  for (const account of accounts) restore(project, account)

  const noWarnings = 0
  const handle = await createApp(
    EMULATED_PROJECT_ID,
    noWarnings,
    new Map([[EMULATED_PROJECT_ID, project]]),
  )
  return { handle, accounts: () => [...project.users.values()] }
}

// The emulator's own import sets `validSince` to the time of the import, which revokes every session; the
// stored value is put back instead. It adds the password and phone providers itself.
function restore(project: Project, account: EmulatedAccount) {
  project.overwriteUserWithLocalId(account.localId, {
    ...account,
    providerUserInfo: account.providerUserInfo?.filter(
      ({ providerId }) => providerId !== 'password' && providerId !== 'phone',
    ),
  })
}

// Nearly all of the start is spent compiling a validator for each parameter and response of 80 paths.
// Requests are still validated.
function keepOnlyWhatIsUsed(paths: typeof apiSpec.default.paths) {
  for (const [path, item] of Object.entries(paths)) {
    if (!USED_PATHS.some((used) => used.test(path))) {
      delete paths[path]
      continue
    }
    item.parameters = item.parameters?.filter(
      (parameter) => !parameter.$ref?.startsWith(COMMON_PARAMETER),
    )
    for (const operation of [item.get, item.post, item.patch, item.delete]) {
      if (operation) operation.responses = ANY_RESPONSE
    }
  }
}
