import { PageTitle } from '../components/page-title.tsx'

/** Sign Up. */
export default function SignupPage() {
  return (
    <div className="shell section">
      <PageTitle>Sign Up</PageTitle>
    </div>
  )
}
