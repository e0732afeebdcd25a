import { useEffect } from 'react'
import { clinic } from '../lib/clinic.ts'

/** The document's title for a page's own name; the home page has none. */
export function documentTitle(name?: string): string {
  return name ? `${name} | ${clinic.name}` : `${clinic.name} | ${clinic.tagline}`
}

/** Names the browser's tab after the page, e.g. `usePageTitle('About Us')`. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = documentTitle(name)
  }, [name])
}

/** The page's one `h1`, which also names the browser's tab. */
export function PageTitle({ children, className = '' }: { children: string; className?: string }) {
  usePageTitle(children)
  return <h1 className={`text-4xl md:text-5xl ${className}`}>{children}</h1>
}
