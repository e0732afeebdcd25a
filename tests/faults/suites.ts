import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalsOfVitest } from '#scripts/test-totals.ts'
import type { Finding } from './check.ts'

const PROJECT = join(import.meta.dirname, '..', '..')

/** A check that consists of tests of `npm test`. */
interface Suite {
  row: string
  name: string
  goal: string
  files: readonly string[]
  /** Only tests whose names match. */
  only?: RegExp
  /** Variables for the tests. */
  env?: Record<string, string>
}

export const suites: readonly Suite[] = [
  {
    row: 'R6',
    name: 'the process dies before and after each step of a payment',
    goal: 'ends in agreement with Stripe each time',
    files: ['domain/payments/crash.test.ts'],
  },
  {
    row: 'cards',
    name: 'the process dies before and after each step of keeping a card, paying with it and removing it',
    goal: 'the books and Stripe have the same cards and payments each time',
    files: ['domain/payments/cards/crash.test.ts', 'domain/payments/cards/card-histories.test.ts'],
  },
  {
    row: 'histories',
    name: '20,000 random operations: book, pay online, together and at the desk, move, cancel, refund, close, webhooks lost and repeated',
    goal: 'appointments, payments, refunds, receipts and emails agree with Stripe at rest',
    files: ['server/random-actions.test.ts'],
    env: { HISTORIES: '320' },
  },
  {
    row: 'receipts',
    name: '10,000 receipts by two processes that are killed again and again',
    goal: 'no gap, no twin, none of those acknowledged lost',
    files: ['domain/receipts/receipts.integration.test.ts'],
    env: { RECEIPTS: '10000' },
  },
  {
    row: 'insights',
    name: 'a rebuild of the figures of Insights killed after its transactions',
    goal: 'the next run leaves every figure equal to its source',
    files: ['domain/insights/rebuild-killed.integration.test.ts'],
  },
  {
    row: 'offers',
    name: 'the process killed before 40 statements of offers, acceptance, expiry and re-offers',
    goal: 'every time held once, booked or public; nothing canceled, moved or refunded twice',
    files: ['domain/waitlist/offers-killed.integration.test.ts'],
    env: { OFFER_KILLS: '40' },
  },
  {
    row: 'imports',
    name: 'the process fails before 200 statements of checks, runs and undos of imports, and is killed before 40 more',
    goal: 'every row has its outcome once, nothing is added twice, nothing is lost',
    files: ['domain/imports/killed.test.ts', 'domain/imports/killed.integration.test.ts'],
    env: { IMPORT_POINTS: '200', IMPORT_KILLS: '40' },
  },
  {
    row: 'waitlist',
    name: '10,000 histories of freed times: the jobs delayed, killed between any two steps, done twice',
    goal: 'no stranger gets a freed time before the families that wait were asked',
    files: ['domain/waitlist/freed-histories.test.ts'],
    env: { WAITLIST_HISTORIES: '10000' },
  },
  {
    row: 'families',
    name: '2,000 random families: shared children, offers, re-offers, merges, removed guardians and accounts',
    goal: 'no guardian reads what is another’s, on no screen and in no email',
    files: ['domain/guardians/random-families.test.ts'],
    env: { FAMILIES: '2000' },
  },
  {
    row: 'R8',
    name: 'webhooks out of order: failed after succeeded, refund before',
    goal: 'ends in Stripe’s state',
    files: ['tests/faults/webhooks.integration.test.ts', 'domain/payments/settle.test.ts'],
  },
  {
    row: 'R9',
    name: 'webhooks with forged, old and changed signatures',
    goal: 'none accepted, either secret is',
    files: ['server/routes/payments/stripe-webhook.test.ts'],
  },
  {
    row: 'R12',
    name: 'Redis emptied in the middle',
    goal: 'everything is handed over again',
    files: ['workers/queue/redis-accidents.integration.test.ts'],
    only: /FLUSHALL|lost everything/,
  },
  {
    row: 'R14',
    name: 'Stripe down, the browser closed, two tabs',
    goal: 'one intent, one charge; settled or refunded',
    files: ['tests/faults/payments.integration.test.ts'],
  },
  {
    row: 'images',
    name: 'Cloudinary slow, failing and timing out; a worker killed while processing',
    goal: 'the image is processed once, or marked failed',
    files: [
      'domain/images/cloudinary-store.test.ts',
      'workers/jobs/images.test.ts',
      'tests/faults/images.integration.test.ts',
    ],
  },
  {
    row: 'R18',
    name: 'a backup during writes, and its restore',
    goal: 'complete and consistent',
    files: ['tests/process/backup.integration.test.ts', 'scripts/backup/backup.test.ts'],
  },
]

/** Runs the tests of a check. */
export async function runSuite({ files, only, env }: Suite): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'sprout-faults-'))
  const file = join(folder, 'report.json')
  try {
    const args = ['run', ...files, '--reporter=json', `--outputFile=${file}`]
    const pattern = only ? ['--testNamePattern', only.source] : []
    const vitest = join(PROJECT, 'node_modules', '.bin', 'vitest')
    const child = spawn(vitest, [...args, ...pattern], {
      cwd: PROJECT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'close')
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const { passed, failures } = totalsOfVitest(files.join(', '), report, code ?? 1)
    const count = passed + failures.length
    const problems = count === 0 ? ['no test was found'] : failures
    return { figure: `${passed} of ${count} tests`, problems }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
