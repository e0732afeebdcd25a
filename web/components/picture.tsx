interface PictureProps {
  src: string
  /** Its own measures in pixels, which keep its room while it loads. */
  width: number
  height: number
  /** What it shows; empty when it is decoration. */
  alt?: string
  /** It is what one sees first on the page: loaded at once and before other things. */
  first?: boolean
  className?: string
}

/** One of the clinic's pictures. */
export function Picture({ src, width, height, alt = '', first = false, className }: PictureProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className={`picture h-auto ${className ?? ''}`}
    />
  )
}
