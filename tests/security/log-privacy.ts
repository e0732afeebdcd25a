import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { appointments, doctors, users } from '#drizzle/schema/index.ts'

/** Shorter words occur by chance. */
const MIN_LENGTH = 6

/** Formats that must never be in a log. */
const FORMS: Record<string, RegExp> = {
  'an email': /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  'a token': /\beyJ[\w-]+\.[\w-]+/,
  'a bearer': /bearer [\w.-]{8,}/i,
  'a client secret': /_secret_\w+/,
  'a key': /\b(sk|rk|whsec)_\w{8,}/,
  'a card number': /\b[3-6]\d{14,15}\b/,
  'a password field': /"password"/i,
}

interface EmulatedAccount {
  email?: string
  displayName?: string
  phoneNumber?: string
  passwordHash?: string
  mfaInfo?: { phoneInfo?: string }[]
}

/**
 * All personal data and secrets of a site, read from its data folder: names and contact details of
 * patients, doctors and accounts, passwords, and keys.
 */
export function privateWords(dataDir: string): string[] {
  const words = [...fromDatabase(dataDir), ...fromAccounts(dataDir), ...readKeys(dataDir)]
  return [...new Set(words.filter((word) => word.length >= MIN_LENGTH))]
}

function fromDatabase(dataDir: string): string[] {
  const db = openDatabase(databaseFile(dataDir))
  const people = db.select().from(users).all()
  const booked = db.select().from(appointments).all()
  const team = db.select().from(doctors).all()
  db.$client.close()
  return [
    ...people.flatMap(({ email, name }) => [email, name]),
    ...booked.flatMap(({ email, patientName, phone, address }) => [
      email,
      patientName,
      phone,
      address,
    ]),
    ...team.map(({ email }) => email),
  ]
}

/** The emulator stores passwords in clear text: `fakeHash:salt=…:password=…`. */
function fromAccounts(dataDir: string): string[] {
  const file = join(dataDir, 'identity', 'accounts.json')
  if (!existsSync(file)) return []
  const { accounts }: { accounts: EmulatedAccount[] } = JSON.parse(readFileSync(file, 'utf8'))
  return accounts
    .flatMap(({ email, displayName, phoneNumber, passwordHash, mfaInfo = [] }) => [
      email,
      displayName,
      phoneNumber,
      passwordHash?.split(':password=')[1],
      ...mfaInfo.map(({ phoneInfo }) => phoneInfo),
    ])
    .filter((word) => word !== undefined)
}

/** The keys that the site has generated. */
export function readKeys(dataDir: string): string[] {
  return ['jwt-secret', 'stripe-sandbox-keys.json'].flatMap((name) => {
    const file = join(dataDir, name)
    return existsSync(file) ? (readFileSync(file, 'utf8').match(/[\w-]{24,}/g) ?? []) : []
  })
}

/**
 * Searches a log for private words and for secrets by their format.
 * @returns the matches, each with its line
 */
export function findLeaks(log: string, words: readonly string[]): string[] {
  return log.split('\n').flatMap((line) => [
    ...words.filter((word) => line.includes(word)).map((word) => `'${word}' in ${line}`),
    ...Object.entries(FORMS)
      .filter(([, form]) => form.test(line))
      .map(([what]) => `${what} in ${line}`),
  ])
}
