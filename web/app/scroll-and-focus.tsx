import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * After a link within the site: scrolls to the top (or to the target of `#…`) and focuses the page's content,
 * as a full page load would. Back and forward keep the scroll position.
 */
export function ScrollAndFocus() {
  const { pathname, hash } = useLocation()
  const kind = useNavigationType()
  const before = useRef(pathname)

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (kind === 'POP') return
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, hash, kind])

  return null
}
