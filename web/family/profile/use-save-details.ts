import { useRef, useState } from 'react'
import { explain } from '#web/both/session/account.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { toast } from '#web/components/toasts.tsx'
import { renewSession } from '#web/lib/api/session-renewal.ts'
import { uploadImage } from '#web/lib/api/upload.ts'
import { NoUserError } from '#web/lib/identity/identity-adapter.ts'
import { readSession } from '#web/lib/session.ts'
import * as words from '#words/en/families/profile/details.ts'

type Saving =
  | { is: 'idle' }
  /** `sent`: from 0 to 1. */
  | { is: 'uploading'; sent: number }
  | { is: 'saving' }
  | { is: 'failed'; message: string }
  /** The provider's session has ended. */
  | { is: 'loggedOut' }

export interface Details {
  name: string
  /** A new photo, none (null), or the current one (undefined). */
  photo: File | null | undefined
}

interface Profile {
  name: string
  photo?: string | null
}

/**
 * Changes name and photo at the identity provider, which stores them, then renews our session, so
 * that the server and the page have them, too.
 */
export function useSaveDetails() {
  const [saving, setSaving] = useState<Saving>({ is: 'idle' })
  // A retry does not upload the same file again.
  const uploaded = useRef<{ file: File; url: string }>(undefined)

  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.url
    const path = await uploadImage('/profile/photo', file, {
      onProgress: (sent) => setSaving({ is: 'uploading', sent }),
    })
    const url = absoluteUrl(path)
    uploaded.current = { file, url }
    return url
  }

  async function change({ name, photo }: Details): Promise<void> {
    setSaving(photo ? { is: 'uploading', sent: 0 } : { is: 'saving' })
    const identity = await loadIdentity()
    // Checked before the upload, which needs only our own session.
    if (!(await identity.freshIdToken({ force: false }))) throw new NoUserError()
    const profile: Profile = { name }
    if (photo !== undefined) profile.photo = photo && (await upload(photo))
    setSaving({ is: 'saving' })
    await identity.updateProfile(profile)
    if (!(await reachesSession(profile))) throw new Error(words.notSynced)
  }

  return {
    saving,
    /** Resolves to whether everything is saved; if not, `saving` has the failure. */
    async save(details: Details): Promise<boolean> {
      try {
        await change(details)
      } catch (error) {
        const isLoggedOut = error instanceof NoUserError
        if (isLoggedOut) toast.error(error.message)
        setSaving(isLoggedOut ? { is: 'loggedOut' } : { is: 'failed', message: explain(error) })
        return false
      }
      uploaded.current = undefined
      setSaving({ is: 'idle' })
      toast.success(words.profileSaved)
      return true
    },
    /** Clears an earlier failure. */
    forget: () => setSaving({ is: 'idle' }),
  }
}

/** Renews our session; resolves to whether it has the profile then. */
async function reachesSession(profile: Profile): Promise<boolean> {
  if (!(await renewSession())) return false
  // The first renewal may have started before the change.
  return isInSession(profile) || renewSession()
}

function isInSession({ name, photo }: Profile): boolean {
  const user = readSession()?.user
  const shown = user?.photo ? absoluteUrl(user.photo) : null
  return user?.name === name && (photo === undefined || shown === photo)
}

/** The provider accepts absolute URLs only; our own images have paths. */
function absoluteUrl(url: string): string {
  return new URL(url, window.location.origin).href
}
