import { Component, type ReactNode, useEffect } from 'react'
import { ChunkLoadError, WHY_NOT_LOADED } from '#web/lib/load-chunk.ts'
import { SadSprout } from '../brand/sad-sprout.tsx'
import { Button } from '../button.tsx'

interface Props {
  /** Mounts the children anew after a chunk has failed to load. */
  onRetry: () => void
  children: ReactNode
}

/**
 * Shows the chunk-loading failure, or another error of its children. The first can be tried again,
 * which also happens when the network returns; both offer a Reload button.
 */
export class ChunkBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if ((error as unknown) instanceof ChunkLoadError) {
      return (
        <Failure title="This page didn’t load" text={WHY_NOT_LOADED} onRetry={this.props.onRetry} />
      )
    }
    return (
      <Failure
        title="Something went wrong"
        text="Sorry about that. Reloading the page usually fixes it."
      />
    )
  }
}

interface FailureProps {
  title: string
  text: string
  onRetry?: () => void
}

function Failure({ title, text, onRetry }: FailureProps) {
  useEffect(() => {
    if (!onRetry) return
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div role="alert" className="shell section grid justify-items-center gap-4 text-center">
      <SadSprout />
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-md text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <Button look={onRetry ? 'secondary' : 'primary'} onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}
