import { watchMachines } from '../../app/inspection.ts'
import { publishStates } from './live-states.ts'

/**
 * Development only: tells `/flows` where the machines are, and opens the inspector when the address
 * asks for it: `?inspect`, or `?inspect=ws://localhost:8080` for one that listens there.
 */
export async function startWatching(): Promise<void> {
  watchMachines(publishStates())
  const address = new URLSearchParams(window.location.search).get('inspect')
  if (address === null) return
  const { openInspector } = await import('./inspector.ts')
  const { isOpen, close } = openInspector(address)
  if (isOpen) return
  // A window that no click has asked for is blocked; this asks for the click.
  close()
  const button = document.createElement('button')
  button.textContent = 'Open the inspector'
  button.className = 'flows-open-inspector'
  button.onclick = () => {
    openInspector(address)
    button.remove()
  }
  document.body.append(button)
}
