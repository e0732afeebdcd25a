import { PageSpinner } from '../../components/loading.tsx'
import { Auth } from './auth-context.ts'

/** In the place of a page while nobody knows, or no longer knows, who is signed in. */
export function Waiting() {
  const leaving = Auth.useSelector((snapshot) => snapshot.matches('signingOut'))
  return <PageSpinner label={leaving ? 'Logging out' : 'Checking your login'} />
}
