import { chromium } from '@playwright/test'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { CHROMIUM_FLAGS, findProgram, HEADLESS_CHROMIUM } from '#scripts/programs.ts'
import { median } from './report.ts'

const DOCTORS = 20
export const APPOINTMENTS = 300

const FIRST_DAY = '2026-06-05'

/** Days that are shown one after the other. */
const DAYS = 7

/** Shorter tasks are not reported by browsers, in milliseconds. */
const SHORTEST_TASK_MS = 50

/**
 * How long the browser is busy at a stretch while the agenda shows a day of 300 appointments and 20
 * doctors, in milliseconds: the median of the longest tasks of several days, at least 50.
 * @param storage what the browser of a member of staff has in its local storage
 */
export async function measureAgendaScreen(
  url: string,
  storage: Record<string, string>,
): Promise<number> {
  const browser = await chromium.launch({
    executablePath: findProgram(HEADLESS_CHROMIUM),
    args: CHROMIUM_FLAGS,
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.route('**/agenda?*', (route) => {
      // The page has the same path.
      if (route.request().resourceType() === 'document') return route.fallback()
      const { searchParams } = new URL(route.request().url())
      return route.fulfill({ json: agendaOf(searchParams.get('date') ?? '') })
    })
    await page.goto(`${url}/robots.txt`)
    await page.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, Object.entries(storage))
    await page.goto(`${url}/dashboard/agenda?date=${FIRST_DAY}`)
    // Playwright's own searches for roles and texts would be measured, too.
    const isShown = (date: IsoDate) =>
      page.waitForFunction(
        ([start = '', count]) =>
          document.querySelectorAll(`[data-entry^="${start}"]`).length === count,
        [date, APPOINTMENTS] as const,
      )
    await isShown(FIRST_DAY)
    const longest: number[] = []
    for (let day = 1; day <= DAYS; day += 1) {
      await page.evaluate(() => {
        const tasks: number[] = []
        Object.assign(window, { tasks })
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(duration)
        }).observe({ type: 'longtask' })
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(({ textContent }) => textContent === 'Next')?.click()
      })
      await isShown(dayAfter(FIRST_DAY, day))
      const tasks = await page.evaluate(() => Reflect.get(window, 'tasks') as number[])
      longest.push(Math.max(SHORTEST_TASK_MS, ...tasks))
    }
    return median(longest)
  } finally {
    await browser.close()
  }
}

function agendaOf(date: IsoDate): Agenda {
  return {
    today: FIRST_DAY,
    minute: 0,
    checkInMinutes: 60,
    lateMinutes: 5,
    rooms: [],
    toSettle: 0,
    toHandBack: 0,
    entries: Array.from({ length: APPOINTMENTS }, (_, index) => {
      const doctor = index % DOCTORS
      return {
        ...expected,
        _id: `${date}-${index}`,
        date,
        startMinute: 9 * 60 + 30 * Math.floor(index / DOCTORS),
        patientName: `Patient ${index}`,
        family: `family-${index}`,
        doctor: { _id: `doctor-${doctor}`, name: `Dr. Number ${doctor}` },
      }
    }),
  }
}
