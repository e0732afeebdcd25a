import EyeOff from 'lucide-react/icons/eye-off'
import { setPrivacy, usePrivacy } from '#web/shared/agenda/privacy.ts'

/** Shows initials instead of names on all screens of this computer, and on paper. */
export function PrivacyButton() {
  const isPrivate = usePrivacy()
  return (
    <button
      type="button"
      aria-label="Initials only"
      aria-pressed={isPrivate}
      title="Initials only"
      onClick={() => setPrivacy(!isPrivate)}
      className="button-icon shrink-0 aria-pressed:bg-honey"
    >
      <EyeOff aria-hidden="true" size={18} />
    </button>
  )
}
