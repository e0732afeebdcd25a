import { PageTitle } from '../../components/page-title.tsx'

/** About Us. */
export default function AboutPage() {
  return (
    <div className="shell section">
      <PageTitle>About Us</PageTitle>
    </div>
  )
}
