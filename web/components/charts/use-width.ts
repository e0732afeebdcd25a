import { useCallback, useState } from 'react'

/** Before the first measurement, and where nothing can be measured. */
const UNKNOWN = 0

/** The laid-out width of an element in CSS pixels: pass the callback as its `ref`. */
export function useWidth(): [ref: (element: HTMLElement | null) => () => void, width: number] {
  const [width, setWidth] = useState(UNKNOWN)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return () => {}
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
