import { Link } from 'react-router-dom'
import * as words from '#words/en/site/pages.ts'

/** `<Breadcrumb here="About Us" />` shows 'home / About Us'. */
export function Breadcrumb({ here }: { here: string }) {
  return (
    <nav aria-label={words.breadcrumb}>
      <ol className="flex items-center gap-2 font-semibold text-muted">
        <li>
          <Link
            to="/"
            className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-primary"
          >
            {words.breadcrumbHome}
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page" className="text-base-content">
          {here}
        </li>
      </ol>
    </nav>
  )
}
