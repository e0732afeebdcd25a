import { formatSlot } from '../booking/slots.ts'
import { federalHolidays } from '../clinic/holidays.ts'
import { instantOf, wallClockAt } from '../clinic-time.ts'
import { daysFrom, formatFullDay, parseWireDate, weekdayOf } from '../dates.ts'

// Converts times in a process whose time zone is `TZ`.

export interface ClockQuestion {
  timeZone: string
  date: string
  startMinute: number
}

export interface ClockAnswers {
  /** The instant of each question. */
  instants: number[]
  /** What a clock shows at each instant. */
  shown: string[]
  days: string[]
}

let asked = ''
for await (const chunk of process.stdin.setEncoding('utf8')) asked += chunk
const questions = JSON.parse(asked) as ClockQuestion[]
const instants = questions.map((question) => instantOf(question, question.timeZone))
// Around days that Samoa and Kwajalein never had.
const days = [...daysFrom('2011-12-27', '2012-01-03'), ...daysFrom('1993-08-19', '1993-08-24')].map(
  (day) => `${day} ${weekdayOf(day)} ${parseWireDate(day)} ${formatFullDay(day)}`,
)
const holidays = federalHolidays('2026-01-01', '2031-12-31').map(({ date }) => date)
const slots = Array.from({ length: 96 }, (_, quarter) =>
  formatSlot({ startMinute: quarter * 15, lengthMinutes: 15 }),
)
const answers: ClockAnswers = {
  instants: instants.map((instant) => instant.getTime()),
  shown: instants.map((instant, at) => {
    const { today, minute } = wallClockAt(instant, questions[at]?.timeZone ?? 'UTC')
    return `${today} ${minute}`
  }),
  days: [...days, ...holidays, ...slots],
}
process.stdout.write(JSON.stringify(answers))
