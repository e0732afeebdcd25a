import { join } from 'node:path'
import { defaultRefusals, otherRefusal, recentLogin } from '#contract/refusals/default-refusals.ts'
import { type ListedRefusal, listRefusals } from '#contract/refusals/list-refusals.ts'
import type { Refusals } from '#contract/refusals/refusals.ts'

export const ERRORS_PAGE = join(import.meta.dirname, '../docs/errors.md')

/** A call with its refusals, without the defaults. */
interface RefusingRoute {
  operationId: string
  refusals: Refusals
}

const HEAD = `# Errors

Every error response is \`{code, message, issues?}\`; some say more, as \`/docs\` shows for each call. A
program decides by \`code\`, people read \`message\`. In the sentences here, \`{child}\` and the like stand
for what the server knows. The calls have their names from \`/docs\`.

\`npm run errors\` writes this page from what the calls declare (\`contract/*/*-refusals.ts\`); a test fails
when it is out of date.`

/** What a client can do, where the sentence does not say it. */
export const ADVICE: Readonly<Record<string, string>> = {
  age_limit:
    'Staff can send `bookForFamily` and `changePatient` again with a `reason`, which allows another age.',
  closed:
    'Of a change: `options` in the body are the changes that are possible now. Of the waiting list: ask for other days.',
  ended: 'Show the sentence at the login.',
  early: 'Ask whether the patient is here, and send the call again with `early: true`.',
  held: 'As `slot_taken`: the time is kept for a family of the waiting list.',
  internal: 'The log has the cause under the id in `X-Request-Id`.',
  invalid_input: 'Show each of `issues` beside its field.',
  outdated:
    'Show the appointments in the body (`impact` or `preview`), and send the call again with what is decided about them.',
  payment_processing: 'Report the payment again until it is paid or not.',
  price_changed: 'Show the new price; once the user agrees, send the call again with it.',
  quote_changed: 'Show the refund in `options`; once the user agrees, send the call again with it.',
  reason_required: 'Send the call again with a `note`.',
  recent_login_required: 'Ask the user to log in again, then send the call again.',
  slot_taken: 'Offer the `alternatives` in the body, where there are any.',
  stale:
    'Show what it is now: `current` in the body, or read it again. A call that takes a version is sent again with the new one.',
  terms_changed:
    'Show the `terms` in the body; once the user agrees, send the call again with them.',
  too_many_requests: 'Wait for the seconds in `Retry-After`, then send the call again.',
  unauthorized: 'Renew the session (`openSession`), or ask the user to log in.',
  unavailable: 'Wait for the seconds in `Retry-After`, then send the call again.',
  undecided:
    'Show the appointments in `impact`, and send the call again with a decision and their `fingerprint`.',
}

const ANY = listRefusals({ ...defaultRefusals, ...recentLogin })

/** The contents of `docs/errors.md`. */
export function errorsPageOf(routes: readonly RefusingRoute[]): string {
  const own = routes.flatMap(({ operationId, refusals }) =>
    listRefusals(refusals).map((refusal) => ({ ...refusal, operationId })),
  )
  const rows = [
    ...ANY.map(({ code, status, text }) => row(code, String(status), text)),
    ...listRefusals(otherRefusal).map(({ code, text }) => row(code, 'another 4xx', text)),
  ]
  return `${[
    HEAD,
    '## Of any call',
    'A role or a recent login is asked for by the calls that need one.',
    ['| Code | Status | Sentence |', '| --- | --- | --- |', ...rows].join('\n'),
    adviceOn(ANY),
    '## Of certain calls',
    ...[...Map.groupBy(own, ({ code }) => code)].toSorted(byName).map(sectionOf),
  ].join('\n\n')}\n`
}

const row = (code: string, status: string, text: string) => `| \`${code}\` | ${status} | ${text} |`

const byName = ([one]: [string, ...unknown[]], [other]: [string, ...unknown[]]) =>
  one < other ? -1 : 1

const adviceOn = (refusals: readonly ListedRefusal[]) =>
  [...new Set(refusals.map(({ code }) => code))]
    .flatMap((code) => (ADVICE[code] ? [`- \`${code}\`: ${ADVICE[code]}`] : []))
    .join('\n')

function sectionOf([code, refusals]: [string, (ListedRefusal & { operationId: string })[]]) {
  const said = Map.groupBy(refusals, ({ status, text }) => `${status} “${text}”`)
  const lines = [...said].toSorted(byName).map(([what, by]) => {
    const calls = [...new Set(by.map(({ operationId }) => `\`${operationId}\``))]
    return `- ${what}: ${calls.toSorted().join(', ')}`
  })
  return [`### ${code}`, ADVICE[code] ?? [], lines.join('\n')].flat().join('\n\n')
}
