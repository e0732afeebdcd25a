import 'sonner/dist/styles.css'
import '../styles/toasts.css'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { pendingToasts } from './toast.ts'

/** Toasts close by themselves after this many milliseconds (spec section 9). */
const TOAST_DURATION = 5000

function drawPending() {
  for (const { kind, message } of pendingToasts.take()) show[kind](message)
}

/** Draws the toasts asked for with `toast`. Loaded by `ToastHost`. */
export default function Toaster() {
  useEffect(() => {
    drawPending()
    return pendingToasts.subscribe(drawPending)
  }, [])
  return (
    <Sonner
      position="top-center"
      duration={TOAST_DURATION}
      closeButton
      className="sprout-toasts"
      containerAriaLabel="Messages"
    />
  )
}
