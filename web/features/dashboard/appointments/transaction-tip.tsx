import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useId, useRef, useState } from 'react'

/**
 * The 'Paid' label with a tooltip that holds the Transaction Id (spec section 2). It opens by
 * pointing, by the keyboard's focus and by touch, and stays open while the pointer is on it, so
 * that the id can be copied; Esc and a press elsewhere close it.
 */
export function TransactionTip({ transactionId }: { transactionId: string }) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const tipId = useId()

  useEffect(() => {
    if (!open) return
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <span
      ref={frame}
      className="relative inline-block"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setOpen(true)
      }}
      onPointerLeave={(event) => {
        const focused = event.currentTarget.contains(document.activeElement)
        if (event.pointerType === 'mouse' && !focused) setOpen(false)
      }}
    >
      <button
        type="button"
        aria-describedby={tipId}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        className="inline-flex min-h-11 cursor-help items-center gap-2 rounded-full bg-leaf px-4 font-bold text-success"
      >
        <CircleCheck aria-hidden="true" size={18} />
        Paid
      </button>
      <span
        id={tipId}
        role="tooltip"
        hidden={!open}
        className="absolute top-full right-0 z-10 w-max max-w-[min(22rem,calc(100vw-4rem))] pt-2 text-left"
      >
        <span className="block rounded-2xl bg-neutral px-4 py-3 text-sm break-all text-neutral-content shadow-lift">
          <span className="block font-bold">Transaction Id:</span> {transactionId}
        </span>
      </span>
    </span>
  )
}
