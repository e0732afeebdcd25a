import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { admitAccount } from '#domain/identity/admission.ts'
import { grantAdmin } from '#domain/identity/roles.ts'
import { FIREBASE, MAIL, STRIPE, TEST_SECRET } from '#domain/testing/settings.ts'
import { databaseFile, type Transaction } from '#drizzle/client.ts'
import { users } from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { startSmtpServer } from '#sandbox/smtp/server.ts'
import { forgeToken } from '#server/testing/forge-token.ts'
import { lookAt } from '#tests/scenes/looks.ts'
import { startSite } from '#tests/support/running-site.ts'
import { photograph } from './photograph.ts'
import { writeSmall } from './write-small.ts'

const ADMIN = { email: 'ada@clinic.example', name: 'Ada Admin' }
const RECEPTIONIST = { email: 'rita@clinic.example', name: 'Rita Receptionist' }

/** An admin who sets a clinic up, and counts what it takes. */
interface Sitting {
  page: Page
  /** Opens one of the workspace's pages: one press, on a link of To do. */
  open(address: string): Promise<void>
  press(name: string | RegExp, within?: Locator): Promise<void>
  type(label: string, text: string): Promise<void>
  take(image: string): Promise<void>
}

interface Step {
  name: string
  run(sitting: Sitting): Promise<void>
}

const SECTIONS_TO_CONFIRM = ['hero', 'care', 'treatments', 'why', 'team', 'about', 'footer']
const SECTIONS_TO_HIDE = ['statistics', 'testimonials']

/** In the order of docs/operations.md#before-you-open. */
const STEPS: readonly Step[] = [
  {
    name: 'To do, at first',
    async run({ page, open, take }) {
      await open('/dashboard/todo')
      await expect(page.getByRole('heading', { name: /^Set up the clinic/ })).toBeVisible()
      await take('opening-day-to-do')
    },
  },
  {
    name: 'time zone and alarms',
    async run({ page, press }) {
      for (const name of ['Confirm Time zone', 'Confirm Alarms']) {
        await press(name)
        await expect(page.getByRole('button', { name })).toHaveCount(0)
      }
    },
  },
  {
    name: 'name and contact',
    async run({ page, open, press, type }) {
      await open('/dashboard/clinic')
      await type('Name', 'Meadow Pediatrics')
      await type('Short name', 'Meadow')
      await press('Save changes')
      await expect(page.getByText('Unsaved changes')).toHaveCount(0)
      await open('/dashboard/clinic/contact')
      await type('Phone', '(503) 555-0177')
      await type('Email', 'hello@meadow.example')
      await type('Street', '1 Meadow Road')
      await press('Save changes')
      await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    },
  },
  {
    name: 'opening hours',
    async run({ page, open, press }) {
      await open('/dashboard/schedule')
      await press('Change hours')
      await press('Check these hours')
      await press('Save hours')
      await expect(page.getByRole('button', { name: 'Save hours' })).toHaveCount(0)
    },
  },
  {
    name: 'holidays',
    async run({ page, open, press }) {
      await open('/dashboard/schedule/closures')
      await press(/^Close on all/)
      await press(/^Close on \d+ days/)
      await expect(page.getByText(/^The clinic is closed on \d+ holidays/)).toBeVisible()
    },
  },
  {
    name: 'treatments and prices',
    async run({ page, open, press }) {
      await open('/dashboard/treatments')
      const edits = page.getByRole('button', { name: /^Edit / })
      await expect(edits.first()).toBeVisible()
      const labels = await edits.evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''))
      for (const label of labels) {
        await press(label)
        const form = page.getByRole('form', { name: label })
        await press('Save', form)
        await expect(form).toHaveCount(0)
      }
    },
  },
  {
    name: 'a doctor instead of the samples',
    async run({ page, open, press, type, take }) {
      await open('/dashboard/opening')
      await expect(page.getByRole('list', { name: 'Samples' })).toBeVisible()
      await take('opening-day-samples')
      await press('Remove all samples')
      await expect(page.getByRole('list', { name: 'Samples' })).toHaveCount(0)
      await open('/dashboard/adddoctor')
      await type('Name', 'Dr. Mira Sol')
      await type('Email', 'mira@meadow.example')
      await page.getByLabel('Specialty').selectOption('Vaccinations/Immunizations')
      const create = { width: 400, height: 400, channels: 3, background: '#9cc5b0' } as const
      const buffer = await sharp({ create }).jpeg().toBuffer()
      await page
        .getByLabel('Image')
        .setInputFiles({ name: 'mira.jpg', mimeType: 'image/jpeg', buffer })
      await press('Add doctor')
      await expect(page.getByText('Dr. Mira Sol').first()).toBeVisible()
    },
  },
  {
    name: 'a colleague at the front desk',
    async run({ page, open, press }) {
      await open(`/dashboard/users?search=${RECEPTIONIST.email}`)
      await press(`Change role: ${RECEPTIONIST.name}`)
      await press(`Make staff: ${RECEPTIONIST.name}`)
      await press('Make staff', page.getByRole('dialog'))
      await expect(page.getByText(`${RECEPTIONIST.name} is now staff`)).toBeVisible()
    },
  },
  {
    name: 'the privacy notice',
    async run({ page, open, press, type }) {
      await open('/dashboard/legal/notice')
      await type('Text', '# Your rights\n\nThe text that your lawyer has checked.')
      await press('Publish version 1')
      await press('Publish', page.getByRole('dialog'))
      await expect(page.getByText('Version 1 is published')).toBeVisible()
    },
  },
  {
    name: 'texts of the website',
    async run({ page, open, press, take }) {
      for (const section of SECTIONS_TO_CONFIRM) {
        await open(`/dashboard/website/${section}`)
        await expect(page.getByRole('heading', { name: 'Not confirmed' })).toBeVisible()
        if (section === 'care') await take('opening-day-website')
        await press('Use these words')
        await expect(page.getByRole('heading', { name: 'Not confirmed' })).toHaveCount(0)
      }
      for (const section of SECTIONS_TO_HIDE) {
        await open(`/dashboard/website/${section}`)
        const hide = page.getByRole('button', { name: /^Hide / })
        await expect(hide.first()).toBeVisible()
        for (let left = await hide.count(); left > 0; left -= 1) {
          await press(/^Hide /)
          await expect(hide).toHaveCount(left - 1)
        }
        await press('Save changes')
        await expect(page.getByText('Unsaved changes')).toHaveCount(0)
      }
    },
  },
  {
    name: 'Open',
    async run({ page, open, press, take }) {
      await open('/dashboard/opening')
      await expect(page.getByRole('button', { name: 'Open now' })).toBeVisible()
      await take('opening-day-ready')
      await press('Open now')
      await press('Open online booking')
      await expect(page.getByRole('heading', { name: 'Online booking is open' })).toBeVisible()
    },
  },
]

/**
 * Sets a clinic up with production’s settings, from an empty data folder until its online booking is open, and prints
 * what each step takes. Only login, cards and emails lead nowhere: their keys look like real ones.
 */
export async function photographOpeningDay(browser: Browser, folder: string): Promise<void> {
  const mail = await startSmtpServer({ port: 0, log: { warn() {} }, store: () => {} })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const site = await startSite({
    env: {
      ...{ NODE_ENV: 'production', CLINIC_TIMEZONE: 'America/Los_Angeles' },
      ...{ ...FIREBASE, ...STRIPE, ...MAIL, SMTP_URL: mail.url },
      FIREBASE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      JWT_SECRET: TEST_SECRET,
      // Firebase knows none of the accounts.
      ACCOUNT_CHECK_SECONDS: '0',
      LOG_LEVEL: 'fatal',
    },
  })
  const db = openForTest(databaseFile(site.dataDir))
  try {
    const context = await browser.newContext({
      baseURL: site.url,
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    const entries = await signUp(db)
    await context.addInitScript((session) => Object.assign(localStorage, session), entries)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await lookAt(page, { colorScheme: 'light', width: 900 })
    await page.setViewportSize({ width: 900, height: 640 })
    let presses = 0
    let fields = 0
    const sitting: Sitting = {
      page,
      async open(address) {
        presses += 1
        await page.goto(address)
      },
      async press(name, within) {
        presses += 1
        const exact = typeof name === 'string'
        await (within ?? page).getByRole('button', { name, exact }).first().click()
      },
      async type(label, text) {
        fields += 1
        await page.getByRole('textbox', { name: label, exact: true }).fill(text)
      },
      take: async (image) =>
        writeSmall(await photograph(page, undefined, false), join(folder, `${image}.webp`)),
    }
    for (const { name, run } of STEPS) {
      const before = { presses, fields }
      await run(sitting)
      console.log(`${name}: ${presses - before.presses} presses, ${fields - before.fields} fields`)
    }
    console.log(`opening day: ${presses} presses and ${fields} fields`)
    await context.close()
  } finally {
    db.$client.close()
    await site.stop()
    await mail.close()
    rmSync(site.dataDir, { recursive: true, force: true })
  }
}

/**
 * Two users have signed up, and one is made an admin, as by `npm run admin`.
 * @returns the admin's session, as browsers keep it
 */
async function signUp(db: Transaction): Promise<Record<string, string>> {
  const now = new Date()
  for (const user of [ADMIN, RECEPTIONIST]) {
    const account = { ...user, uid: user.email, photo: null, emailVerified: true }
    await writeTransaction(db, (tx) => admitAccount(tx, account, now))
  }
  await writeTransaction(db, (tx) => grantAdmin(tx, { email: ADMIN.email, actor: null, now }))
  const row = db.select().from(users).where(eq(users.uid, ADMIN.email)).get()
  const valid_from = row?.sessionsValidFrom.getTime()
  const user = { ...ADMIN, photo: null, role: 'admin' }
  return {
    'sprout.user': JSON.stringify(user),
    accessToken: forgeToken(ADMIN.email, { claims: { valid_from } }),
  }
}
