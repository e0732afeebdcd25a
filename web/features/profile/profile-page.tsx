import { PageTitle } from '../../components/page-title.tsx'
import { DetailsCard } from './details-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

/** My Profile: name, photo and the second factor. */
export default function ProfilePage() {
  return (
    <>
      <PageTitle className="mb-6">My Profile</PageTitle>
      <div className="grid gap-6">
        <DetailsCard />
        <SecondFactorCard />
      </div>
    </>
  )
}
