interface IllustrationProps {
  /** Undefined: nothing is shown. */
  src: string | undefined
  /** Intrinsic size in pixels, which reserves the space while it loads. */
  width: number
  height: number
  /** Alternative text; empty for decorative images. */
  alt?: string
  /** The page's largest image: loaded at once, with high priority. */
  first?: boolean
  className?: string
}

/** One of the site's illustrations. */
export function Illustration({
  src,
  width,
  height,
  alt = '',
  first = false,
  className,
}: IllustrationProps) {
  if (!src) return null
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
