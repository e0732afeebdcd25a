import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { NEXT_VISITS_COUNT } from '#contract/next-visits/next-visits-count.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { openAsAdmin } from '../scenes/demo-admin.ts'
import { answerWith } from '../scenes/scene.ts'
import { readKeys } from '../security/log-privacy.ts'
import { SCRIPTS } from '../security/support/payloads.ts'
import { test } from './test.ts'
import { arriveAsNewParent, changeAddress } from './visitor.ts'

// User input is shown as text on every screen, never as markup (OWASP ASVS 5.0, 1.2.1). The test writes the
// API's answers, because the API would reject some of these inputs.

const PICTURE = { img: 'javascript:alert(1)', sources: [], facebook: null, linkedin: null }

/** A doctor with a script in every text field. */
const DOCTORS = SCRIPTS.map((text, index) => ({
  ...PICTURE,
  _id: `${index}`,
  name: text,
  designation: text,
  specialty: text,
}))

/** Reports what a page does when a foreign script runs. */
interface Alarms {
  alerts: number
  violations: string[]
}

async function watch(page: Page): Promise<() => Promise<Alarms>> {
  await page.addInitScript(() => {
    const alarms: Alarms = { alerts: 0, violations: [] }
    Object.assign(window, { alarms })
    window.alert = () => {
      alarms.alerts += 1
    }
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      alarms.violations.push(`${effectiveDirective} ${blockedURI}`)
    })
  })
  return () => page.evaluate(() => (window as unknown as { alarms: Alarms }).alarms)
}

/** Answers an API request with stored scripts. */
const answer = (page: Page, path: RegExp, json: unknown) =>
  answerWith(page, path, 200, json, {
    'x-total-count': `${SCRIPTS.length}`,
    [NEXT_VISITS_COUNT]: `${SCRIPTS.length}`,
  })

async function expectTextOnly(page: Page, alarmsOf: () => Promise<Alarms>): Promise<void> {
  const [first = ''] = SCRIPTS
  await expect(page.getByText(first).filter({ visible: true }).first()).toBeVisible()
  const markup = 'main script, main iframe, main object, main base, [onerror], [onload]'
  await expect(page.locator(markup)).toHaveCount(0)
  await expect(page.locator('body [href^="javascript:" i]')).toHaveCount(0)
  // Broken images are harmless; a script that runs is reported.
  const { alerts, violations } = await alarmsOf()
  expect(alerts).toBe(0)
  expect(violations.filter((each) => !each.startsWith('img-src'))).toEqual([])
}

test('scripts in input of patients and clinic run on no screen of a patient', async ({ page }) => {
  const alarmsOf = await watch(page)
  const [name = ''] = SCRIPTS
  const { email } = await arriveAsNewParent(page, '/about', name)
  await answer(
    page,
    /\/appointments\?/,
    SCRIPTS.map((text, index) => ({
      _id: `01a1fbe9-9e40-75f6-b7b2-${`${index}`.padStart(12, '0')}`,
      treatment: text,
      date: 'Jun 5, 2030',
      slot: text,
      price: 110,
      paid: index % 2 === 0,
      status: 'booked',
      patient: email,
      patientName: text,
      email,
      phone: text,
      address: text,
      transactionId: text,
    })),
  )
  await page.goto('/dashboard')
  await expectTextOnly(page, alarmsOf)

  await answer(
    page,
    /\/next-visits(\?|$)/,
    SCRIPTS.map((text, index) => ({
      ...nextVisitFixture,
      _id: `01a1fbe9-9e40-75f6-b7b2-${`${index}`.padStart(12, '0')}`,
      child: { ...nextVisitFixture.child, name: text },
      treatment: { _id: 'script', name: text },
      doctor: { _id: 'script', name: text },
      note: text,
    })),
  )
  await page.reload()
  await expect(page.getByRole('region', { name: 'Time to book' })).toContainText(name)
  await expectTextOnly(page, alarmsOf)

  await answer(
    page,
    /\/team$/,
    DOCTORS.map((doctor) => ({ ...doctor, twitter: 'javascript:alert(1)' })),
  )
  // Navigates within the site: the server would render a first visit from its own data, and
  // web/app/server-entry.test.ts tests that it escapes them.
  await changeAddress(page, '/doctors')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/doctors/i)
  await expectTextOnly(page, alarmsOf)
})

test('files for browsers contain no secret of the site', () => {
  const keys = readKeys(process.env.SPROUT_TEST_DATA_DIR ?? '')
  expect(keys.length).toBeGreaterThan(2)
  const root = join(import.meta.dirname, '..', '..', 'dist', 'web')
  const files = globSync('**/*.{js,css,html,json,svg,txt,xml}', { cwd: root })
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const key of keys) expect(text.includes(key), file).toBe(false)
    expect(text, file).not.toMatch(
      /\b(sk|rk)_(test|live)_\w|\bwhsec_\w|PRIVATE KEY-|sourceMappingURL/,
    )
  }
})

test('scripts run on no page of an admin either', async ({ page }) => {
  const alarmsOf = await watch(page)
  await answer(
    page,
    /\/users\?|\/users$/,
    SCRIPTS.map((text, index) => ({
      _id: `${index}`,
      email: `parent${index}@example.com`,
      name: text,
      photo: 'javascript:alert(1)',
      role: 'patient',
      emailVerified: true,
      twoStep: false,
      joined: '2027-03-01T13:00:00Z',
      appointments: 1,
    })),
  )
  await openAsAdmin(page, '/dashboard/users')
  await expectTextOnly(page, alarmsOf)

  await answer(
    page,
    /\/doctor$/,
    DOCTORS.map((doctor, index) => ({
      ...doctor,
      email: `doctor${index}@example.com`,
      version: 0,
      treatments: [],
      coming: [],
      twitter: null,
      picture: null,
    })),
  )
  await page.goto('/dashboard/managedoctors')
  await expectTextOnly(page, alarmsOf)

  await answer(
    page,
    /\/todo\/due$/,
    SCRIPTS.map((text, index) => ({
      ...{ _id: `${index}`, treatment: text, doctor: text, from: '2027-03-02', to: '2027-03-30' },
      ...{ family: 'family', phone: text, dialablePhone: null, why: 'no_answer' },
      patients: [{ patientName: text }],
      attempts: [
        { _id: 'call', outcome: 'message', note: text, by: text, at: '2027-03-01T13:00:00Z' },
      ],
    })),
  )
  await page.goto('/dashboard/todo?list=due')
  await expectTextOnly(page, alarmsOf)

  await answer(page, /\/due-visits$/, {
    isOn: true,
    children: SCRIPTS.map((text, index) => ({
      ...{ _id: `${index}`, name: text, birthDate: '2021-06-05', family: 'family' },
      ...{ to: '2027-03-30', call: index % 2 === 0 ? null : 'custody' },
    })),
  })
  await page.goto('/dashboard/todo?list=plan')
  await expectTextOnly(page, alarmsOf)
})
