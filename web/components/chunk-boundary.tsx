import { Component, type ReactNode } from 'react'
import { ChunkLoadError, WHY_NOT_LOADED } from '../lib/load-chunk.ts'
import { Button } from './button.tsx'

interface Props {
  children: ReactNode
}

/** Shows the chunk-loading failure, or another error of its children, with a Reload button. */
export class ChunkBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const [title, text] =
      (error as unknown) instanceof ChunkLoadError
        ? ['This page didn’t load', WHY_NOT_LOADED]
        : ['Something went wrong', 'Sorry about that. Reloading the page usually fixes it.']
    return (
      <div role="alert" className="shell section grid justify-items-center gap-4 text-center">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-muted">{text}</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    )
  }
}
