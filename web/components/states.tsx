import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'

interface StateProps {
  title: string
  children?: ReactNode
  /** A picture, e.g. `<EmptyPicture />`; decoration only. */
  picture?: ReactNode
  /** What to do now, e.g. a `ButtonLink`. */
  action?: ReactNode
}

/** A list that has nothing in it yet, with what to do about it. */
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
  /** A new try is under way. */
  retrying?: boolean
}

/** Something that could not be loaded, with a button that tries again. */
export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  const frame = useRef<HTMLDivElement>(null)

  // The button that was pressed goes with its success: the focus goes to what has come instead.
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
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      <Button look="secondary" busy={retrying} onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </div>
  )
}

interface LoadErrorProps {
  title: string
  /** What the server was asked, without success. */
  query: { error: Error; isFetching: boolean; refetch: () => unknown }
}

/** `ErrorState` in the place of what a query asked for. */
export function LoadError({ title, query }: LoadErrorProps) {
  return (
    <ErrorState title={title} onRetry={() => void query.refetch()} retrying={query.isFetching}>
      {query.error.message}
    </ErrorState>
  )
}
