import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react'
import { PageSpinner } from '../components/loading.tsx'
import { readSession, subscribeToSession } from '../lib/session.ts'

export interface FrameProps {
  /** What is awaited; read out. */
  label: string
}

/**
 * What stands in the place of the pages below while their code, their visitor or their data is
 * awaited: their title and the room of the rest. Null for pages that have none.
 */
export const FrameContext = createContext<ComponentType<FrameProps> | null>(null)

const isSignedIn = () => readSession() !== null

// The build draws frames for those who will see what belongs into them.
const isExpected = () => true

/** A waiting state in the place of a page: its frame, or a spinner where there is nobody to frame it for. */
export function PageWait({ label = 'Loading' }: Partial<FrameProps>) {
  const Frame = useContext(FrameContext)
  const signedIn = useSyncExternalStore(subscribeToSession, isSignedIn, isExpected)
  if (!Frame || !signedIn) return <PageSpinner label={label} />
  return (
    <div data-page-wait="" data-page-frame="">
      <Frame label={label} />
    </div>
  )
}
