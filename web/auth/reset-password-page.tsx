import { PageTitle } from '../components/page-title.tsx'

/** Reset password. */
export default function ResetPasswordPage() {
  return (
    <div className="shell section">
      <PageTitle>Reset password</PageTitle>
    </div>
  )
}
