import { useCallback, useState } from 'react'

/** Until it is measured, and where nothing can be measured. */
const UNKNOWN = 0

/** The width of an element in CSS pixels, as it is laid out: put the callback into its `ref`. */
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
