// Types for the parts of the pinned firebase-tools that we use; it has no types itself.

declare module 'firebase-tools/lib/emulator/auth/apiSpec.js' {
  interface Operation {
    parameters?: { name?: string; $ref?: string }[]
    responses?: Record<string, { description: string; content?: object }>
  }
  interface PathItem {
    parameters?: { name?: string; $ref?: string }[]
    get?: Operation
    post?: Operation
    patch?: Operation
    delete?: Operation
  }
  const apiSpec: { default: { paths: Record<string, PathItem> } }
  export default apiSpec
}

declare module 'firebase-tools/lib/emulator/auth/state.js' {
  export interface EmulatedAccount {
    localId: string
    /** Seconds since 1970, in text. */
    validSince?: string
    providerUserInfo?: { providerId: string; rawId: string }[]
  }
  type Claims = Record<string, unknown>
  export class AgentProjectState {
    constructor(projectId: string)
    readonly users: Map<string, EmulatedAccount>
    enableImprovedEmailPrivacy: boolean
    overwriteUserWithLocalId(localId: string, account: EmulatedAccount): EmulatedAccount
    createUserWithLocalId(
      localId: string,
      fields: { lastLoginAt: string; validSince?: string },
    ): EmulatedAccount | undefined
    updateUserByLocalId(
      localId: string,
      fields: object,
      options?: {
        upsertProviders?: { providerId: string; rawId: string }[]
        deleteProviders?: string[]
      },
    ): EmulatedAccount
    createRefreshTokenFor(
      user: EmulatedAccount,
      provider: string,
      options?: { extraClaims?: Claims; secondFactor?: object },
    ): string
    validateRefreshToken(refreshToken: string): {
      user: EmulatedAccount
      provider: string
      extraClaims: Claims
      secondFactor?: object
    }
    createOob(
      email: string,
      newEmail: string | undefined,
      requestType: string,
      generateLink: (oobCode: string) => string,
    ): object
    createVerificationCode(phoneNumber: string): object
  }
}

declare module 'firebase-tools/lib/emulator/auth/errors.js' {
  export class BadRequestError extends Error {
    constructor(message: string)
  }
}

declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http'
  import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js'

  export function createApp(
    projectId: string,
    singleProjectMode: number,
    projects: Map<string, AgentProjectState>,
  ): Promise<RequestListener>
}

declare module 'firebase-tools/lib/emulator/emulatorLogger.js' {
  export const Verbosity: { readonly SILENT: number }
  export const EmulatorLogger: { setVerbosity(verbosity: number): void }
}
