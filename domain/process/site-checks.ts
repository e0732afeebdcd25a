import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { differenceInHours } from 'date-fns/differenceInHours'
import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import type { EventData } from '#contract/audit/events.ts'
import type { SiteAlarmRules } from '#contract/clinic/clinic-settings.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  findLastOf,
  readStripeSilence,
  readWeekOfEmails,
} from '#drizzle/queries/process/site-checks.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'

/** A lasting problem writes another event after this many hours. */
const AGAIN_AFTER_HOURS = 24

/** Stripe counts as silent after this many hours. */
const SILENT_HOURS = 24

/** With fewer emails, the share of bounces is meaningless. */
const FEWEST_EMAILS = 20

/** The folders to check. */
export interface CheckedFolders {
  dataDir: string
  backupDir: string
  /** Whether there is a second copy, which replaces backups. */
  hasSecondCopy: boolean
}

interface CheckedSite extends CheckedFolders {
  db: Database
  now: () => Date
  /** Reads the free space of a folder's disk, in blocks. */
  readSpace?: (folder: string) => Promise<{ bavail: number; blocks: number }>
}

type FoundKind =
  | 'process.disk_low'
  | 'process.backup_old'
  | 'process.stripe_silent'
  | 'process.emails_bouncing'

type Finding = { [Kind in FoundKind]: { kind: Kind; data: EventData<Kind> } }[FoundKind]

/** Checks disk, backups, Stripe and emails, and writes an event for each problem, which alarms the admins. */
export async function checkSite(site: CheckedSite): Promise<void> {
  const { db, now } = site
  const rules = readSettings(db)
  const found = [
    await findFullDisk(site, rules),
    await findOldBackup(site, rules),
    findSilence(site),
    findBounces(site, rules),
  ].filter((finding) => finding !== undefined)
  if (found.length === 0) return
  await writeTransaction(db, (tx) => {
    for (const finding of found) {
      const last = findLastOf(tx, finding.kind)
      if (last && differenceInHours(now(), last) < AGAIN_AFTER_HOURS) continue
      appendEvent(tx, { ...finding, actor: null, subject: 'site' }, now())
    }
  })
}

async function findFullDisk(
  { dataDir, readSpace = statfs }: CheckedSite,
  { diskAlarmPercent }: SiteAlarmRules,
): Promise<Finding | undefined> {
  const { bavail, blocks } = await readSpace(dataDir)
  const freePercent = percentOf(bavail, blocks)
  return freePercent < diskAlarmPercent
    ? { kind: 'process.disk_low', data: { freePercent: rounded(freePercent) } }
    : undefined
}

async function findOldBackup(
  { backupDir, hasSecondCopy, now }: CheckedSite,
  { backupAlarmHours }: SiteAlarmRules,
): Promise<Finding | undefined> {
  if (backupAlarmHours === 0) return undefined
  const newest = await findNewestBackup(backupDir)
  if (!newest && hasSecondCopy) return undefined
  if (newest && newest >= subHours(now(), backupAlarmHours)) return undefined
  const hours = newest ? differenceInHours(now(), newest) : null
  return { kind: 'process.backup_old', data: { hours } }
}

async function findNewestBackup(backupDir: string): Promise<Date | undefined> {
  const names = await readdir(backupDir).catch(() => [])
  const backups = names.filter((name) => name.startsWith('sprout-'))
  const times = await Promise.all(
    backups.map(async (name) => (await stat(join(backupDir, name))).mtime.getTime()),
  )
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}

function findSilence({ db, now }: CheckedSite): Finding | undefined {
  const silence = readStripeSilence(db, subHours(now(), SILENT_HOURS))
  const hours = silence?.since ? differenceInHours(now(), silence.since) : null
  return silence && { kind: 'process.stripe_silent', data: { hours } }
}

function findBounces(
  { db, now }: CheckedSite,
  { bounceAlarmPercent }: SiteAlarmRules,
): Finding | undefined {
  const { emails, bounced } = readWeekOfEmails(db, subDays(now(), 7))
  const percent = percentOf(bounced, emails)
  return emails >= FEWEST_EMAILS && percent > bounceAlarmPercent
    ? { kind: 'process.emails_bouncing', data: { percent: rounded(percent), emails } }
    : undefined
}

const percentOf = (part: number, whole: number) => (100 * part) / whole

/** To one decimal, for the event; limits are compared with the exact value. */
const rounded = (percent: number) => Math.round(10 * percent) / 10
