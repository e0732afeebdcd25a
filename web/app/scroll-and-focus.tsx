import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * After a link within the site: starts at the top (or at the target of `#…`) and moves the focus
 * to the page's content, as a full page load would. Back and forward keep their place.
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
