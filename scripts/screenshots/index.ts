import { rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { emailTour } from '#tests/scenes/emails.ts'
import { lookAt, looksAt } from '#tests/scenes/looks.ts'
import type { Tour } from '#tests/scenes/scene.ts'
import { TOURS } from '#tests/scenes/tours.ts'
import { startSite, tellBrowserTests } from '#tests/support/running-site.ts'
import { readArguments, readCount, refuseArguments } from '../arguments.ts'
import { buildAllIfStale } from '../build/build-all.ts'
import { CHROMIUM_FLAGS, findProgram, HEADLESS_CHROMIUM, installMissing } from '../programs.ts'
import { photographFlows } from './flows.ts'
import { writeGallery } from './gallery.ts'
import { photographHandbook } from './handbook.ts'
import { photographOpeningDay } from './opening-day.ts'
import { photograph } from './photograph.ts'

// Photographs every screen in every state, at several widths and in both themes, into `screenshots/`, and
// updates those in the README and the handbook.

const WIDTHS = ['390', '768', '1440']

const USAGE = `Usage:
  npm run screenshots --
    --guide handbook     only the images of docs/handbook
    --guide opening-day  only the images of docs/operations.md: sets a clinic up, and counts its presses
    --only NAME    the scenes whose name begins so only, and nothing in the documents; may be given again
    --width 1024   in pixels, instead of ${WIDTHS.join(', ')}; needs --only, and may be given again`

const PROJECT = join(import.meta.dirname, '..', '..')
const OUT = join(PROJECT, 'screenshots')
const GALLERY = join(PROJECT, 'docs', 'screenshots')
const FLOWS = 'flows-1440-light'

/** Documents with images of their own. */
const GUIDES: Record<string, (browser: Browser, url: string) => Promise<void>> = {
  handbook: (browser, url) =>
    photographHandbook(browser, url, join(PROJECT, 'docs', 'handbook', 'images')),
  'opening-day': (browser) => photographOpeningDay(browser, GALLERY),
}

const { values } = readArguments(USAGE, {
  options: {
    guide: { type: 'string' },
    only: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
  },
})
if (values.width && !values.only) refuseArguments(USAGE)
if (values.guide && (values.only || !(values.guide in GUIDES))) refuseArguments(USAGE)
const LOOKS = looksAt((values.width ?? WIDTHS).map((width) => readCount(USAGE, width)))

installMissing([HEADLESS_CHROMIUM])
await buildAllIfStale()
const site = await startSite({ env: { RATE_LIMIT: 'off', LOG_LEVEL: 'warn' } })
const browser = await chromium.launch({
  executablePath: findProgram(HEADLESS_CHROMIUM),
  args: CHROMIUM_FLAGS,
})
try {
  await site.identityReady()
  tellBrowserTests(site)
  if (!values.guide) await photographScenes()
  for (const [guide, photographGuide] of Object.entries(GUIDES)) {
    const isAsked = values.guide === undefined ? !values.only : values.guide === guide
    if (isAsked) await photographGuide(browser, site.url)
  }
} finally {
  await browser.close()
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
}

async function photographScenes(): Promise<void> {
  if (!values.only) rmSync(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  for (const tour of [...TOURS, emailTour]) {
    await follow(tour, browser, site.url)
  }
  if (isWanted(FLOWS)) await photographFlows(browser, site.url, join(OUT, `${FLOWS}.png`))
  if (!values.only) await writeGallery(OUT, GALLERY)
}

/** Whether `--only` asks for the scene. */
function isWanted(scene: string): boolean {
  return values.only?.some((only) => scene.startsWith(only)) ?? true
}

async function follow({ name, scenes }: Tour, browser: Browser, baseURL: string): Promise<void> {
  const last = scenes.findLastIndex((scene) => isWanted(scene.name))
  if (last < 0) return
  const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  let count = 0
  // The wanted scenes build on earlier ones.
  for (const scene of scenes.slice(0, last + 1)) {
    await scene.open?.(page)
    const wanted = isWanted(scene.name)
    const looks = LOOKS.filter(({ width }) => width <= (scene.upTo ?? width))
    for (const look of wanted ? looks : looks.slice(-1)) {
      await lookAt(page, look)
      await scene.again?.(page)
      if (!wanted) continue
      const file = join(OUT, `${scene.name}-${look.width}-${look.colorScheme}.png`)
      await photograph(page, file, !scene.windowOnly)
      count += 1
    }
  }
  await context.close()
  console.log(`${name}: ${count} pictures`)
}
