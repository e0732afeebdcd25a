import { expect, type Page } from '@playwright/test'
import { importView, REPORT } from '#machines/testing/import/import-views.ts'
import { changeAddress } from '../browser/visitor.ts'
import { CLAIM_COUNTS, TOKEN } from './claims.ts'
import { answerWith, type Scene, scene } from './scene.ts'

const { _id: ID } = importView('mapping')
const ONE = `**/imports/${ID}`
const PAGE = `/dashboard/import/${ID}`

/** Opens the page of the import anew, so that it reads its state. */
async function openAnew(page: Page): Promise<void> {
  await changeAddress(page, '/dashboard/import')
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
  await changeAddress(page, PAGE)
}

/** The page that imports files, for a user who is logged in as an admin. */
export const importScenes: Scene[] = [
  scene('import', async (page) => {
    await changeAddress(page, '/dashboard/import')
    await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
  }),
  scene('import-columns', async (page) => {
    const missing = ['Say how the file writes dates like 3/4/2019.']
    await answerWith(page, ONE, 200, importView('mapping', { missing }))
    await changeAddress(page, PAGE)
    await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible()
  }),
  scene('import-progress', async (page) => {
    await answerWith(page, ONE, 200, importView('running', { progress: { done: 2, of: 3 } }))
    await openAnew(page)
    await expect(page.getByRole('progressbar')).toBeVisible()
  }),
  scene('import-report', async (page) => {
    await answerWith(page, ONE, 200, importView('checked', REPORT))
    await openAnew(page)
    await expect(page.getByRole('heading', { name: 'Perhaps known families' })).toBeVisible()
  }),
  scene('import-done', async (page) => {
    const undoUntil = '2027-03-15T18:00:00.000Z'
    const done = { ...REPORT, refused: [], differing: [], undoUntil }
    await answerWith(page, ONE, 200, importView('done', done))
    await answerWith(page, '**/claims', 200, CLAIM_COUNTS)
    await answerWith(page, '**/claims/letters', 201, {
      counts: CLAIM_COUNTS,
      letters: [{ family: { _id: ID, name: 'Hannah Engel' }, token: TOKEN, until: '2027-05-01' }],
    })
    await openAnew(page)
    const invite = page.getByRole('region', { name: 'Invite families' })
    await invite.getByRole('button', { name: 'Print 100 letters' }).click()
    await expect(invite.getByText('1 letter is ready to print.')).toBeVisible()
  }),
  scene('import-undo', async (page) => {
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByRole('button', { name: 'Delete what it added' })).toBeVisible()
  }),
  scene('import-undone', async (page) => {
    const reason = 'The family was changed or invited since, or has a new account.'
    const rows = [{ row: 3, name: 'Sam Lee', sentence: reason }]
    const undone = { deleted: 1200, kept: 1, rows }
    await answerWith(page, ONE, 200, importView('undone', { ...REPORT, undone }))
    await openAnew(page)
    await expect(page.getByRole('heading', { name: 'What stays, and why' })).toBeVisible()
  }),
]
