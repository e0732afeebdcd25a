import { anyFrom, type Check, pause } from '../check.ts'
import { startLoad } from '../customer.ts'
import { trial } from '../trial.ts'

const HOUR = 3_600_000

/** How far the site's clock jumps from what is right, back and forth, in milliseconds. */
const JUMPS = [HOUR, -HOUR, 6 * 60_000, -24 * HOUR, 24 * HOUR, 0]

export const clockJumps: Check = {
  row: 'clock',
  name: 'the site’s clock jumps by minutes, hours and a day under load',
  goal: 'nothing lost or twice; right again, all is caught up',
  cycles: 18,
  run: (cycles) =>
    trial(async ({ site, ledger }) => {
      const load = startLoad(site, ledger, 6)
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        site.setClockWrong(JUMPS[cycle % JUMPS.length] ?? 0)
        await pause(anyFrom(300, 1_500))
      }
      await load.stop()
      // A day later, for everybody: what was put off by a wrong clock is due.
      site.letTimePass(24 * HOUR)
      site.setClockWrong(24 * HOUR)
      const { booked, paid, answers } = ledger
      return `${cycles} jumps, ${answers} answers; ${booked.size} booked, ${paid.size} paid`
    }),
}
