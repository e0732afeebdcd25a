import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { DetailsCard } from './details-card.tsx'
import { EmailsCard } from './emails-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'

const contactCard = componentChunk(() => import('./contact-card.tsx'))

const cardsCard = componentChunk(() => import('./cards-card.tsx'))

// They are at the end of the page.
const sessionsCard = componentChunk(() => import('./sessions-card.tsx'))

/** My Profile: name, photo, emails, kept cards, password, second factor and sessions. */
export default function ProfilePage() {
  return (
    <>
      <PageTitle className="mb-6">My Profile</PageTitle>
      <div className="grid gap-6">
        <DetailsCard />
        <LazyComponent
          chunk={contactCard}
          waiting={<ListSkeleton label="Loading your contact" />}
        />
        <EmailsCard />
        <LazyComponent chunk={cardsCard} waiting={<ListSkeleton label="Loading your cards" />} />
        <PasswordCard />
        <SecondFactorCard />
        <LazyComponent
          chunk={sessionsCard}
          waiting={<ListSkeleton label="Loading your sessions" />}
        />
      </div>
    </>
  )
}
