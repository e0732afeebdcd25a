import { Component, type ReactNode, useEffect } from 'react'
import { ChunkLoadError } from '#web/lib/load-chunk.ts'
import * as words from '#words/en/frame.ts'
import { reload, tryAgain, whyNotLoaded } from '#words/en/loading.ts'
import { SadSprout } from '../brand/sad-sprout.tsx'
import { Button } from '../button.tsx'

interface Props {
  /** What the children are: a page's failure has the `h1`, a part's failure does not. */
  of: 'page' | 'part'
  /** Mounts the children anew after a chunk has failed to load. */
  onRetry: () => void
  children: ReactNode
}

/**
 * Shows a chunk-loading failure, or another error of its children. The former can be retried, which also
 * happens when the network returns; both offer a Reload button.
 */
export class ChunkBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    const { of, onRetry, children } = this.props
    if (error === null) return children
    if ((error as unknown) instanceof ChunkLoadError) {
      return <Failure of={of} title={words.didNotLoad[of]} text={whyNotLoaded} onRetry={onRetry} />
    }
    return <Failure of={of} title={words.somethingWentWrong} text={words.reloadUsuallyHelps} />
  }
}

interface FailureProps extends Pick<Props, 'of'> {
  title: string
  text: string
  onRetry?: () => void
}

function Failure({ of, title, text, onRetry }: FailureProps) {
  useEffect(() => {
    if (!onRetry) return
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  const isPage = of === 'page'
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-4 text-center ${isPage ? 'shell section' : 'p-4'}`}
    >
      {isPage && <SadSprout />}
      <Heading className={isPage ? 'text-3xl' : 'text-xl'}>{title}</Heading>
      <p className="max-w-md text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>{tryAgain}</Button>}
        <Button look={onRetry ? 'secondary' : 'primary'} onClick={() => window.location.reload()}>
          {reload}
        </Button>
      </div>
    </div>
  )
}
