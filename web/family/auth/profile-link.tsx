import { ButtonLink } from '#web/components/button.tsx'

export function ProfileLink() {
  return (
    <ButtonLink to="/dashboard/profile" wide>
      Go to your profile
    </ButtonLink>
  )
}
