import { useEffect, useEffectEvent } from 'react'

/** Calls `onKey` for each pressed key, wherever the focus is. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const onLatest = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onLatest(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
