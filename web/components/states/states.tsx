import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { tryAgain } from '#words/en/loading.ts'
import { SadSprout } from '../brand/sad-sprout.tsx'
import { Button } from '../button.tsx'

interface StateProps {
  title: string
  children?: ReactNode
  /** A decorative illustration. */
  picture?: ReactNode
  /** The next action, for example a `ButtonLink`. */
  action?: ReactNode
}

/** An empty list, with an action. */
export function EmptyState({ title, children, picture, action }: StateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
      {picture}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

interface ErrorStateProps extends StateProps {
  onRetry: () => void
  /** A retry is in progress. */
  retrying?: boolean
}

/** Content that failed to load, with a retry button. Retries automatically when back online. */
export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  const frame = useRef<HTMLDivElement>(null)

  const retryOnline = useEffectEvent(() => {
    if (!retrying) onRetry()
  })
  useEffect(() => {
    const retry = () => retryOnline()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])

  // The retry button disappears on success: the focus moves to the content.
  useLayoutEffect(() => {
    const element = frame.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <div
      ref={frame}
      role="alert"
      className="grid justify-items-center gap-3 px-4 py-12 text-center"
    >
      <SadSprout />
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      <Button look="secondary" busy={retrying} onClick={onRetry} className="mt-3">
        {tryAgain}
      </Button>
    </div>
  )
}

interface LoadErrorProps {
  title: string
  /** The failed query. */
  query: { error: Error; isFetching: boolean; refetch: () => unknown }
}

/** `ErrorState` for a failed query. */
export function LoadError({ title, query }: LoadErrorProps) {
  return (
    <ErrorState title={title} onRetry={() => void query.refetch()} retrying={query.isFetching}>
      {query.error.message}
    </ErrorState>
  )
}
