import 'react'

declare module 'react' {
  // React writes custom properties of `style` through the CSSOM, which the CSP allows.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
