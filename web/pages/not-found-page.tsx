import { PageTitle } from '../components/page-title.tsx'

/** Page not found. */
export default function NotFoundPage() {
  return (
    <div className="shell section">
      <PageTitle>Page not found</PageTitle>
    </div>
  )
}
