import { ButtonLink } from '#web/components/button.tsx'
import * as words from '#words/en/account/sign-in.ts'

export function ProfileLink() {
  return (
    <ButtonLink to="/dashboard/profile" wide>
      {words.goToProfile}
    </ButtonLink>
  )
}
