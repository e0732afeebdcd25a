import { PageTitle } from '../../components/page-title.tsx'

/** Contact Us. */
export default function ContactPage() {
  return (
    <div className="shell section">
      <PageTitle>Contact Us</PageTitle>
    </div>
  )
}
