import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import * as cards from '#words/en/families/profile/cards.ts'
import * as contact from '#words/en/families/profile/contact.ts'
import * as sessions from '#words/en/families/profile/sessions.ts'
import * as frame from '#words/en/frame.ts'
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
      <PageTitle className="mb-6">{frame.myProfile}</PageTitle>
      <div className="grid gap-6">
        <DetailsCard />
        <LazyComponent chunk={contactCard} waiting={<ListSkeleton label={contact.loading} />} />
        <EmailsCard />
        <LazyComponent chunk={cardsCard} waiting={<ListSkeleton label={cards.loading} />} />
        <PasswordCard />
        <SecondFactorCard />
        <LazyComponent chunk={sessionsCard} waiting={<ListSkeleton label={sessions.loading} />} />
      </div>
    </>
  )
}
