import { useEffect, useRef } from 'react'

/** The heading of what has become of a payment. Takes the focus, so that it is read out. */
export function PanelTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.scrollIntoView({ block: 'center' })
    title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={title} tabIndex={-1} className="text-2xl">
      {children}
    </h2>
  )
}
