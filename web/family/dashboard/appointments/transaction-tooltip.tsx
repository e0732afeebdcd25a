import CircleCheck from 'lucide-react/icons/circle-check'
import { useId, useRef } from 'react'
import * as words from '#words/en/visits/appointments.ts'

/**
 * The 'Paid' label with a tooltip that shows the Transaction Id. It opens on hover, focus and
 * touch, and stays open while the pointer is on it, so that the id can be copied. As a popover it
 * closes on Esc and on a press elsewhere.
 */
export function TransactionTip({ transactionId }: { transactionId: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const id = useId()

  function open() {
    // The popover is positioned under its source.
    if (button.current) tip.current?.showPopover({ source: button.current })
  }

  return (
    <span
      onPointerEnter={open}
      onPointerLeave={() => {
        if (document.activeElement !== button.current) tip.current?.hidePopover()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-describedby={id}
        onClick={open}
        onFocus={open}
        onBlur={() => tip.current?.hidePopover()}
        className="inline-flex min-h-11 cursor-help items-center gap-2 rounded-full bg-leaf px-4 font-bold text-success"
      >
        <CircleCheck aria-hidden="true" size={18} />
        {words.paid}
      </button>
      <span
        ref={tip}
        id={id}
        popover="auto"
        role="tooltip"
        className="popup max-w-[min(22rem,calc(100vw-4rem))] bg-transparent pt-2 text-start"
      >
        <span className="block rounded-2xl bg-neutral px-4 py-3 text-sm break-all text-neutral-content shadow-lift">
          <span className="block font-bold">{words.transactionId}</span> {transactionId}
        </span>
      </span>
    </span>
  )
}
