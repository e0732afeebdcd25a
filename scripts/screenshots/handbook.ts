import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { lookAt } from '#tests/scenes/looks.ts'
import { CLOSING } from '#tests/scenes/receipts.ts'
import { answerWith, type Tour } from '#tests/scenes/scene.ts'
import { todoTour } from '#tests/scenes/todo.ts'
import { workspaceTour } from '#tests/scenes/workspace.ts'
import { photograph } from './photograph.ts'
import { writeSmall } from './write-small.ts'

interface Illustration {
  /** The name of its file. */
  image: string
  /** Of the window, in pixels. */
  width: number
  height: number
  open(page: Page): Promise<void>
}

const ofScene =
  ({ scenes }: Tour, name: string) =>
  async (page: Page) => {
    const scene = scenes.find((each) => each.name === name)
    if (!scene?.open) throw new Error(`There is no scene ${name}`)
    await scene.open(page)
  }

type Shown = Parameters<Page['getByRole']>

/** @param shown what is there once the page is loaded */
const ofPage =
  (address: string, ...shown: Shown) =>
  async (page: Page) => {
    await openAsAdmin(page, address)
    await expect(page.getByRole(...shown).first()).toBeVisible()
  }

/** What the pages of docs/handbook show. */
const ILLUSTRATIONS: readonly Illustration[] = [
  {
    image: 'hours',
    width: 900,
    height: 640,
    open: ofPage('/dashboard/schedule', 'heading', { name: 'Opening hours' }),
  },
  {
    image: 'closures',
    width: 900,
    height: 640,
    open: ofPage('/dashboard/schedule/closures', 'heading', { name: 'Closures' }),
  },
  {
    image: 'treatments',
    width: 900,
    height: 640,
    open: ofPage('/dashboard/treatments', 'list', { name: 'Treatments' }),
  },
  {
    image: 'online-booking',
    width: 900,
    height: 480,
    open: ofPage('/dashboard/opening', 'heading', { name: 'Online booking is open' }),
  },
  {
    image: 'closing-sheet',
    width: 900,
    height: 640,
    async open(page) {
      await answerWith(page, '**/closing/2026-06-05', 200, CLOSING)
      await openAsAdmin(page, '/dashboard/closing/2026-06-05')
      await expect(page.getByRole('heading', { name: '3 receipts' })).toBeVisible()
    },
  },
  {
    image: 'setup',
    width: 900,
    height: 560,
    open: ofPage('/dashboard/todo', 'heading', { name: /^Set up the clinic/ }),
  },
  {
    image: 'to-call',
    width: 900,
    height: 560,
    async open(page) {
      await ofScene(todoTour, 'todo-calls')(page)
      await expect(page.getByRole('heading', { name: /^Set up the clinic/ })).toBeVisible()
      await expect(page.getByRole('heading', { name: /federal holidays/ })).toBeVisible()
      await page.getByRole('navigation', { name: 'Lists' }).evaluate((lists) => {
        lists.scrollIntoView()
      })
    },
  },
  {
    image: 'calendar',
    width: 1440,
    height: 800,
    open: ofScene(workspaceTour, 'workspace-calendar'),
  },
  {
    image: 'list',
    width: 1440,
    height: 700,
    async open(page) {
      await ofScene(workspaceTour, 'workspace-calendar')(page)
      await ofScene(workspaceTour, 'workspace-list')(page)
    },
  },
  { image: 'my-day', width: 1440, height: 700, open: ofScene(workspaceTour, 'doctor-day') },
]

/** Takes the images of the handbook in the light theme, and writes them to `folder`. */
export async function photographHandbook(
  browser: Browser,
  baseURL: string,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { image, width, height, open } of ILLUSTRATIONS) {
    const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await lookAt(page, { colorScheme: 'light', width })
    await page.setViewportSize({ width, height })
    await open(page)
    await writeSmall(await photograph(page, undefined, false), join(folder, `${image}.webp`))
    await context.close()
  }
  console.log(`handbook: ${ILLUSTRATIONS.length} pictures`)
}
