import { useRef, useState } from 'react'
import { toast } from '../../components/toasts.tsx'
import { renewSession } from '../../lib/api/session-renewal.ts'
import { uploadPicture } from '../../lib/api/upload.ts'
import { NoUserError } from '../../lib/identity/no-user-error.ts'
import { readSession } from '../../lib/session.ts'
import { loadIdentity } from '../auth/identity.ts'
import { explain } from './failure.ts'

type Saving =
  | { is: 'idle' }
  /** `sent`: from 0 to 1. */
  | { is: 'uploading'; sent: number }
  | { is: 'saving' }
  | { is: 'failed'; message: string }
  /** The provider's session is gone. */
  | { is: 'nobody' }

export interface Details {
  name: string
  /** A new photo, none at all (null), or the one that is there (undefined). */
  photo: File | null | undefined
}

interface Profile {
  name: string
  photo?: string | null
}

/**
 * Changes name and photo where they are kept, at the identity provider, and has our server take
 * them over from there, so that everything on the page shows them at once.
 */
export function useSaveDetails() {
  const [saving, setSaving] = useState<Saving>({ is: 'idle' })
  // A second try does not upload the same file again.
  const uploaded = useRef<{ file: File; url: string }>(undefined)

  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.url
    const path = await uploadPicture('/profile/photo', file, {
      onProgress: (sent) => setSaving({ is: 'uploading', sent }),
    })
    const url = wholeAddress(path)
    uploaded.current = { file, url }
    return url
  }

  async function change({ name, photo }: Details): Promise<void> {
    setSaving(photo ? { is: 'uploading', sent: 0 } : { is: 'saving' })
    const identity = await loadIdentity()
    // Before the upload, which our own session is enough for.
    if (!(await identity.freshIdToken({ force: false }))) throw new NoUserError()
    const profile: Profile = { name }
    if (photo !== undefined) profile.photo = photo && (await upload(photo))
    setSaving({ is: 'saving' })
    await identity.updateProfile(profile)
    if (!(await takenOver(profile))) throw new Error(NOT_TAKEN_OVER)
  }

  return {
    saving,
    /** Resolves to whether everything is saved; says itself when not. */
    async save(details: Details): Promise<boolean> {
      try {
        await change(details)
      } catch (error) {
        const nobody = error instanceof NoUserError
        if (nobody) toast.error(error.message)
        setSaving(nobody ? { is: 'nobody' } : { is: 'failed', message: explain(error) })
        return false
      }
      uploaded.current = undefined
      setSaving({ is: 'idle' })
      toast.success('Profile saved')
      return true
    },
    /** An earlier failure no longer matters. */
    forget: () => setSaving({ is: 'idle' }),
  }
}

const NOT_TAKEN_OVER =
  'Your change is saved but hasn’t reached our server yet. Please save again in a moment.'

/** Whether our session shows the profile, after a new exchange. */
async function takenOver(profile: Profile): Promise<boolean> {
  if (!(await renewSession())) return false
  // A renewal that was under way already may have been from before the change.
  return isShown(profile) || renewSession()
}

function isShown({ name, photo }: Profile): boolean {
  const user = readSession()?.user
  const shown = user?.photo ? wholeAddress(user.photo) : null
  return user?.name === name && (photo === undefined || shown === photo)
}

/** The provider takes whole addresses only; our own pictures go by their path. */
function wholeAddress(url: string): string {
  return new URL(url, window.location.origin).href
}
