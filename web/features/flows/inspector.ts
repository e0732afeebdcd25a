import { createBrowserInspector, createWebSocketInspector } from '@statelyai/inspect'
import { watchMachines } from '../../app/inspection.ts'
import { blankEvent } from './blank.ts'

/**
 * Shows all machines in the Stately inspector: in its window, or at `address` (`ws://…`) when there
 * is one, such as the package's own server. Nothing personal and no secret is sent.
 * @returns the function that ends it, and whether a window could be opened
 */
export function openInspector(address = ''): { close: () => void; isOpen: boolean } {
  const inspector = address.startsWith('ws')
    ? createWebSocketInspector({ url: address, serialize: blankEvent })
    : createBrowserInspector({ serialize: blankEvent })
  const stopWatching = watchMachines((event) => inspector.inspect.next?.(event))
  const { adapter } = inspector
  return {
    close() {
      stopWatching()
      inspector.stop()
    },
    isOpen: !('targetWindow' in adapter) || adapter.targetWindow !== null,
  }
}
