import { PageTitle } from '#web/components/page-title.tsx'
import { EmailsCard } from '../emails/emails-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** My Profile: name, photo, emails, the second factor and the sessions. */
export default function ProfilePage() {
  return (
    <>
      <PageTitle className="mb-6">My Profile</PageTitle>
      <div className="grid gap-6">
        <DetailsCard />
        <EmailsCard />
        <SecondFactorCard />
        <SessionsCard />
      </div>
    </>
  )
}
