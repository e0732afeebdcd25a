import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Check } from '../check.ts'
import { type LostHost, loseHost } from '../lost-host.ts'

/** Only bookings acknowledged within this time before the end may be lost, in milliseconds. */
const MOST_LOST_MS = 200

export const hostLost: Check = {
  row: 'R19',
  name: 'a host killed with its Litestream at 50 bookings a second, restored elsewhere from the second copy',
  goal: 'less than 200 ms of bookings lost, books agree',
  cycles: 5,
  async run(cycles) {
    const losses: LostHost[] = []
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'sprout-lost-host-'))
      try {
        losses.push(await loseHost(folder))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    const sum = (of: (loss: LostHost) => number) => losses.reduce((all, loss) => all + of(loss), 0)
    const worst = Math.max(...losses.map(({ oldestMs }) => oldestMs))
    return {
      figure:
        `${sum(({ lost }) => lost)} of ${sum(({ acknowledged }) => acknowledged)} acknowledged ` +
        `bookings lost, the oldest ${worst} ms before the end`,
      problems: [
        ...losses.flatMap(({ problems }) => problems),
        ...(worst < MOST_LOST_MS ? [] : [`${worst} ms of bookings are lost`]),
      ],
    }
  },
}
