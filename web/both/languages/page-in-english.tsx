import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PageSpinner } from '#web/components/states/loading.tsx'

/** Leads on to a page that is only in English, with the address that the router has. */
export default function PageInEnglish() {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    window.location.replace(pathname + search + hash)
  }, [pathname, search, hash])
  return <PageSpinner />
}
