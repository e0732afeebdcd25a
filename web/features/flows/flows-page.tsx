import './flows.css'
import { useEffect, useState } from 'react'
import { authMachine } from '../../../machines/auth/auth-machine.ts'
import { bookingMachine } from '../../../machines/booking/booking-machine.ts'
import { paymentMachine } from '../../../machines/payment/payment-machine.ts'
import { readableEvent } from '../../../machines/testing/paths.ts'
import { usePageTitle } from '../../app/page-title.tsx'
import { FlowPicture, pathsOf } from './flow-picture.tsx'
import { type LiveState, watchStates } from './live-states.ts'

const MACHINES = [authMachine, bookingMachine, paymentMachine]

/** Development only: the machines as they run in this browser, with the current state marked. */
export default function FlowsPage() {
  usePageTitle('Flows')
  const [states, setStates] = useState<Map<string, LiveState>>(new Map())
  useEffect(() => watchStates(setStates), [])
  return (
    <div className="flows">
      <h1>Flows</h1>
      <p>
        What happens on the site below, or in another tab of this browser, moves the marks in the
        diagrams.
      </p>
      <div className="flows-side-by-side">
        <iframe title="The site" src="/appointment" />
        <div>
          {MACHINES.map((machine) => {
            const live = states.get(machine.id) ?? null
            return (
              <section key={machine.id} aria-labelledby={`flow-${machine.id}`}>
                <h2 id={`flow-${machine.id}`}>{machine.id}</h2>
                <p role="status">
                  {live
                    ? `In ${pathsOf(live.value).at(-1)} after ${readableEvent(live.event)}`
                    : 'Not running'}
                </p>
                <FlowPicture machine={machine} value={live?.value ?? null} />
              </section>
            )
          })}
        </div>
      </div>
    </div>
  )
}
