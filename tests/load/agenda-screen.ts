import { chromium } from '@playwright/test'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { CHROMIUM_FLAGS, findProgram, HEADLESS_CHROMIUM } from '#scripts/programs.ts'
import { answerAgenda } from '../browser/busy-day.ts'
import { openWith } from '../browser/screen.ts'
import { median } from './report.ts'

const DOCTORS = 20
export const APPOINTMENTS = 300

const FIRST_DAY = '2026-06-05'

/** The number of days shown one after the other. */
const DAYS = 7

/** Browsers do not report shorter tasks, in milliseconds. */
const SHORTEST_TASK_MS = 50

/**
 * The longest task while the agenda shows a day of 300 appointments and 20 doctors, in milliseconds: the
 * median over several days, at least 50.
 * @param storage local storage of a browser of staff
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
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
    const days = Array.from({ length: DAYS + 1 }, (_, day) => dayAfter(FIRST_DAY, day))
    await answerAgenda(page, days.flatMap(entriesOn), { today: FIRST_DAY, minute: 0 })
    await openWith(page, storage, `/dashboard/agenda?view=list&date=${FIRST_DAY}`)
    // Otherwise Playwright's searches for roles and texts would be measured, too.
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

function entriesOn(date: IsoDate): AgendaEntry[] {
  return Array.from({ length: APPOINTMENTS }, (_, index) => {
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
  })
}
