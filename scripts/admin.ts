import { toAccountEmail } from '#contract/identity/email-address.ts'
import { grantAdmin, revokeAdmin } from '#domain/identity/roles.ts'
import { StartError } from '#domain/process/errors.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { readArguments, refuseArguments } from './arguments.ts'
import { runOnStore } from './command.ts'

const USAGE = `Usage:
  npm run admin -- grant EMAIL    makes a user an administrator
  npm run admin -- revoke EMAIL   removes a user’s administrator access`

const OUTCOMES = {
  granted: 'is now an administrator.',
  revoked: 'is no longer an administrator.',
  admin_already: 'is already an administrator.',
  no_admin: 'is not an administrator.',
  last_admin: 'is the last administrator. At least one is required, so nothing was changed.',
  unknown_user: 'has no account yet. They need to sign up and log in once.',
  unverified:
    'has not confirmed their email address: they have to open the link in the confirmation email (My Profile sends one) and log in again.',
}

const FAILURES: (keyof typeof OUTCOMES)[] = ['last_admin', 'unknown_user', 'unverified']

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [command, email, ...rest] = positionals
const change = command === 'grant' ? grantAdmin : command === 'revoke' ? revokeAdmin : undefined
if (!change || !email || rest.length > 0) refuseArguments(USAGE)

await runOnStore(async (db) => {
  const about = { email: toAccountEmail(email), actor: null, now: new Date() }
  const outcome = await writeTransaction(db, (tx) => change(tx, about))
  const sentence = `${email} ${OUTCOMES[outcome]}`
  if (FAILURES.includes(outcome)) throw new StartError(sentence)
  console.log(sentence)
})
