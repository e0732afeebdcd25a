import type { Language } from '#words/languages.ts'
import { readAddress } from '#words/read-address.ts'
import { EMULATED_PROJECT_ID } from './project.ts'
import { NotReadyError, type RunningEmulator, untilReady } from './start.ts'

const TIMEOUT_MS = 20_000

/** A message that the provider would have sent. */
export type SentMessage =
  | {
      kind: 'passwordReset' | 'emailConfirmation' | 'emailChange'
      to: string
      link: string
      /** Of the page on which it was requested, as the provider sends its emails. */
      language: Language
      sentAt: string
    }
  | { kind: 'phoneCode'; to: string; code: string; sentAt: string }

/** An account in Google's chooser. */
export interface ChoosableAccount {
  email: string
  name: string
  picture: string | null
}

interface OobCode {
  email: string
  /** The account's new address, for a link that changes it. */
  newEmail?: string
  requestType: string
  oobCode: string
  /** The emulator's own page, with the address to continue to. */
  oobLink: string
  sentAt: string
}

interface VerificationCode {
  phoneNumber: string
  code: string
  sentAt: string
}

interface Account {
  email?: string
  displayName?: string
  photoUrl?: string
  lastLoginAt?: string
  providerUserInfo?: { providerId: string }[]
}

/** The provider's emails, and our pages that their links open. */
const EMAILS = {
  PASSWORD_RESET: { kind: 'passwordReset', page: '/reset-password' },
  VERIFY_EMAIL: { kind: 'emailConfirmation', page: '/confirm-email' },
  VERIFY_AND_CHANGE_EMAIL: {
    kind: 'emailChange',
    page: '/confirm-email',
    mode: 'verifyAndChangeEmail',
  },
} as const

/** Unused links (to our own pages) and phone codes since the emulator's start, newest first. */
export async function listMessages(origin: string): Promise<SentMessage[]> {
  const project = `${origin}/emulator/v1/projects/${EMULATED_PROJECT_ID}`
  const [{ oobCodes = [] }, { verificationCodes = [] }] = await Promise.all([
    ask<{ oobCodes?: OobCode[] }>(`${project}/oobCodes`),
    ask<{ verificationCodes?: VerificationCode[] }>(`${project}/verificationCodes`),
  ])
  const emails = oobCodes.flatMap(({ email, newEmail, requestType, oobCode, oobLink, sentAt }) => {
    if (!isEmail(requestType)) return []
    const { kind, page, ...mode } = EMAILS[requestType]
    const parameters = new URLSearchParams({ ...mode, oobCode })
    const continueUrl = new URL(oobLink).searchParams.get('continueUrl')
    // The emulator always says English. Pages in another language send an address to continue at.
    const { language } = readAddress(continueUrl === null ? '/' : new URL(continueUrl).pathname)
    if (continueUrl !== null) parameters.set('continueUrl', continueUrl)
    if (language !== 'en') parameters.set('lang', language)
    return [{ kind, to: newEmail ?? email, link: `${page}?${parameters}`, language, sentAt }]
  })
  const codes = verificationCodes.map(({ phoneNumber, code, sentAt }) => ({
    kind: 'phoneCode' as const,
    to: phoneNumber,
    code,
    sentAt,
  }))
  return [...emails, ...codes]
    .reverse()
    .sort((one, other) => Date.parse(other.sentAt) - Date.parse(one.sentAt))
}

/** `listMessages`, as soon as the emulator is ready. @throws NotReadyError when it takes too long */
export async function readMessages(emulator: RunningEmulator): Promise<SentMessage[]> {
  await untilReady(emulator, TIMEOUT_MS)
  return listMessages(emulator.origin)
}

function isEmail(requestType: string): requestType is keyof typeof EMAILS {
  return requestType in EMAILS
}

/** The `limit` accounts last used with Google, completed with the accounts in `always`. */
export async function listChoosableAccounts(
  origin: string,
  always: readonly string[],
  limit: number,
): Promise<ChoosableAccount[]> {
  const { users = [] } = await ask<{ users?: Account[] }>(
    `${origin}/identitytoolkit.googleapis.com/v1/projects/${EMULATED_PROJECT_ID}/accounts:batchGet?maxResults=-1`,
  )
  const usesGoogle = ({ providerUserInfo = [] }: Account) =>
    providerUserInfo.some(({ providerId }) => providerId === 'google.com')
  return users
    .filter((account) => usesGoogle(account) || always.includes(account.email ?? ''))
    .sort(
      (one, other) =>
        Number(usesGoogle(other)) - Number(usesGoogle(one)) ||
        Number(other.lastLoginAt ?? 0) - Number(one.lastLoginAt ?? 0),
    )
    .slice(0, limit)
    .flatMap(({ email, displayName, photoUrl }) =>
      email ? [{ email, name: displayName ?? email, picture: photoUrl ?? null }] : [],
    )
}

async function ask<Answer>(url: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } }).catch((cause) => {
    throw new NotReadyError('The identity emulator isn’t responding.', { cause })
  })
  if (!answer.ok) throw new Error(`The identity emulator answered ${answer.status}.`)
  return (await answer.json()) as Answer
}
