import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { setupSteps } from '#contract/front-desk/todo.ts'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { lookAt } from '#tests/scenes/looks.ts'
import { CLOSING } from '#tests/scenes/receipts.ts'
import { answerWith, type Tour } from '#tests/scenes/scene.ts'
import { todoTour } from '#tests/scenes/todo.ts'
import { workspaceTour } from '#tests/scenes/workspace.ts'
import { photograph } from './photograph.ts'

/** So that a page of the handbook loads fast on a slow line. */
const MOST_BYTES = 60_000

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

/** A clinic that is set up: To do begins with its lists. */
const SET_UP = {
  ...Object.fromEntries(Object.keys(setupSteps.shape).map((step) => [step, true])),
  toConfirm: { timeZone: 'America/New_York', alarms: [] },
}

/** What the pages of docs/handbook show. */
const ILLUSTRATIONS: readonly Illustration[] = [
  { image: 'hours', width: 900, height: 640, open: ofPage('/dashboard/schedule', 'heading', { name: 'Opening hours' }) },
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
      await answerWith(page, '**/todo/setup', 200, SET_UP)
      await ofScene(todoTour, 'todo-calls')(page)
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

/** Compresses a screenshot until it is small enough. */
async function writeSmall(screenshot: Buffer, file: string): Promise<void> {
  const image = sharp(screenshot).resize({ width: 1100, withoutEnlargement: true })
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const compressed = await image.clone().webp({ quality, effort: 6 }).toBuffer()
    if (compressed.length > MOST_BYTES) continue
    await writeFile(file, compressed)
    return
  }
  throw new Error(`${file} is larger than ${MOST_BYTES} bytes in any quality`)
}
