import 'sonner/dist/styles.css'
import '../styles/toasts.css'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { pendingToasts, TOAST_DURATION } from './toast.ts'

function drawPending() {
  for (const { id, kind, message } of pendingToasts.take()) show[kind](message, { id })
}

/** Draws the toasts asked for with `toast`. Loaded by `ToastHost`. */
export default function Toaster() {
  useEffect(() => {
    drawPending()
    pendingToasts.provideTakeAway(({ id }) => show.dismiss(id))
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
