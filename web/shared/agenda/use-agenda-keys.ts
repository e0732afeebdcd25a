import { useEffect, useEffectEvent } from 'react'

/** Keys that work wherever the focus is but in a field or a dialog. */
export function useAgendaKeys(actions: Readonly<Record<string, () => void>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isElsewhere =
      target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
    const action = actions[key.toLowerCase()]
    if (!action || isElsewhere || ctrlKey || metaKey || altKey) return
    // Otherwise the key would be typed into the field that gets the focus.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
