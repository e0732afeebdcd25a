import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../../machines/auth/auth-machine.ts'
import { bookingMachine } from '../../machines/booking/booking-machine.ts'
import { chartOf } from '../../machines/diagram/chart.ts'
import { paymentMachine } from '../../machines/payment/payment-machine.ts'
import { drawSvg } from './draw.ts'
import { readMeanings } from './meanings.ts'
import { type Flow, readmeOf } from './readme.ts'

const MACHINES = join(import.meta.dirname, '../../machines')

function flowOf(title: string, machine: AnyStateMachine): Flow {
  const source = readFileSync(join(MACHINES, machine.id, `${machine.id}-setup.ts`), 'utf8')
  return { title, chart: chartOf(machine), meanings: readMeanings(source) }
}

/** The flows of the site, in the order in which a visitor meets them. */
export function readFlows(): Flow[] {
  return [
    flowOf('Signing in and out', authMachine),
    flowOf('Booking an appointment', bookingMachine),
    flowOf('Paying for it', paymentMachine),
  ]
}

/** What the pictures have to be now: the contents of each file, by its path. */
export async function drawFlows(): Promise<Map<string, string>> {
  const flows = readFlows()
  const files = new Map([[join(MACHINES, 'README.md'), readmeOf(flows)]])
  for (const { chart } of flows) {
    files.set(join(MACHINES, 'diagrams', `${chart.id}.svg`), await drawSvg(chart))
  }
  return files
}
