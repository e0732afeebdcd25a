import { useKeyDown } from '#web/lib/use-key-down.ts'

/** Handles keys, unless the focus is in a field or a dialog. */
export function useAgendaKeys(actions: Readonly<Record<string, () => void>>) {
  useKeyDown((event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isElsewhere =
      target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
    const action = actions[key.toLowerCase()]
    if (!action || isElsewhere || ctrlKey || metaKey || altKey) return
    // Otherwise the key would be typed into the field that gets the focus.
    event.preventDefault()
    action()
  })
}
