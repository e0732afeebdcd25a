import { PageTitle } from '../components/page-title.tsx'

/** Login. */
export default function LoginPage() {
  return (
    <div className="shell section">
      <PageTitle>Login</PageTitle>
    </div>
  )
}
