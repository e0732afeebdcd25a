import { setTimeout as pause } from 'node:timers/promises'
import { type Check, randomBetween } from '../check.ts'
import { startLoad } from '../patient.ts'
import { trial } from '../reconciliation.ts'

const HOUR = 3_600_000

/** Errors of the site's clock, in milliseconds. */
const JUMPS = [HOUR, -HOUR, 6 * 60_000, -24 * HOUR, 24 * HOUR, 0]

export const clockJumps: Check = {
  row: 'clock',
  name: 'the site’s clock jumps by minutes, hours and a day under load',
  goal: 'nothing lost or repeated; catches up once the clock is right',
  cycles: 18,
  run: (cycles) =>
    trial(async ({ site, ledger }) => {
      const load = startLoad(site, ledger, 6)
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        site.setClockOffset(JUMPS[cycle % JUMPS.length] ?? 0)
        await pause(randomBetween(300, 1_500))
      }
      await load.stop()
      // After another day, everything that a wrong clock has postponed is due.
      site.advanceTime(24 * HOUR)
      site.setClockOffset(24 * HOUR)
      const { booked, paid, answers } = ledger
      return `${cycles} jumps, ${answers} answers; ${booked.size} booked, ${paid.size} paid`
    }),
}
