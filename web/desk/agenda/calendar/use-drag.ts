import {
  type PointerEvent as ReactPointerEvent,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'

/** Pixels after which a press becomes a drag. */
const THRESHOLD = 5

/** The distance from the edge within which a drag scrolls the calendar, and the pixels per frame. */
const EDGE = 24
const STEP = 14

/** The covered edges of the calendar, in pixels: the times and the names. */
const GUTTER = 44
const HEADS = 40

interface DragOptions {
  scroller: () => HTMLElement | null
  /** Whether the card can be dragged. */
  accepts: (id: string) => boolean
  onLift: (id: string) => void
  /** Called with positions of the window without scrolling. */
  onOver: (x: number, y: number) => void
  onDrop: (x: number, y: number) => void
  onCancel: () => void
}

interface Drag {
  id: string
  card: HTMLElement
  pointerId: number
  from: { x: number; y: number; left: number; top: number }
  /** Cached, because reading it at each move would force a layout each time. */
  scrolled: Scrolled
  /** The edges of the scroller. */
  edges: DOMRect
  x: number
  y: number
  isLifted: boolean
}

interface Scrolled {
  left: number
  top: number
}

const scrollOf = ({ scrollLeft: left, scrollTop: top }: HTMLElement): Scrolled => ({ left, top })

/** Drags cards with a mouse or a pen; fingers scroll, and move a card by tapping. */
export function useDrag(options: DragOptions) {
  const drag = useRef<Drag | null>(null)
  const frame = useRef(0)

  function paint({ card, from, x, y, scrolled }: Drag) {
    const across = x - from.x + scrolled.left - from.left
    const down = y - from.y + scrolled.top - from.top
    card.style.translate = `${across}px ${down}px`
  }

  const over = ({ x, y, scrolled }: Drag) => options.onOver(x + scrolled.left, y + scrolled.top)

  function scrollAtEdge() {
    const now = drag.current
    const scroller = options.scroller()
    if (!now?.isLifted || !scroller) return
    const { left, right, top, bottom } = now.edges
    const toward = (at: number, start: number, end: number) =>
      at < start + EDGE ? -STEP : at > end - EDGE ? STEP : 0
    const byX = toward(now.x, left + GUTTER, right)
    const byY = toward(now.y, top + HEADS, bottom)
    if (byX || byY) {
      scroller.scrollBy(byX, byY)
      now.scrolled = scrollOf(scroller)
      paint(now)
      over(now)
    }
    frame.current = requestAnimationFrame(scrollAtEdge)
  }

  function finish(): Drag | null {
    const now = drag.current
    drag.current = null
    cancelAnimationFrame(frame.current)
    if (!now?.isLifted) return null
    now.card.style.translate = ''
    delete now.card.dataset.dragged
    return now
  }

  function cancel() {
    if (finish()) options.onCancel()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag.current?.isLifted) return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, true)
    return () => {
      window.removeEventListener('keydown', listen, true)
      cancelAnimationFrame(frame.current)
    }
  }, [])

  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      const { target, button, pointerType, pointerId, clientX: x, clientY: y } = event
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null
      const id = card?.dataset.entry
      if (!card || !id || button !== 0 || pointerType === 'touch' || !options.accepts(id)) return
      const scroller = options.scroller()
      if (!scroller) return
      const scrolled = scrollOf(scroller)
      const from = { x, y, ...scrolled }
      const edges = scroller.getBoundingClientRect()
      drag.current = { id, card, pointerId, from, scrolled, edges, x, y, isLifted: false }
    },
    onPointerMove(event: ReactPointerEvent<HTMLElement>) {
      const now = drag.current
      if (!now || event.pointerId !== now.pointerId) return
      now.x = event.clientX
      now.y = event.clientY
      if (!now.isLifted) {
        if (Math.hypot(now.x - now.from.x, now.y - now.from.y) < THRESHOLD) return
        now.isLifted = true
        now.card.dataset.dragged = ''
        event.currentTarget.setPointerCapture(now.pointerId)
        options.onLift(now.id)
        frame.current = requestAnimationFrame(scrollAtEdge)
      }
      paint(now)
      over(now)
    },
    /** The scroll position, which the wheel may change during a drag. */
    onScroll(event: UIEvent<HTMLElement>) {
      const now = drag.current
      if (!now?.isLifted) return
      now.scrolled = scrollOf(event.currentTarget)
      paint(now)
    },
    onPointerUp() {
      const done = finish()
      if (done) options.onDrop(done.x + done.scrolled.left, done.y + done.scrolled.top)
    },
    onPointerCancel: cancel,
  }
}
