import { PageTitle } from '../../components/page-title.tsx'

/** Home. */
export default function HomePage() {
  return (
    <div className="shell section">
      <PageTitle>Home</PageTitle>
    </div>
  )
}
