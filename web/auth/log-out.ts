import { endSession } from './end-session.ts'

type LogOut = () => Promise<void>

let provided: LogOut | null = null

/**
 * Says who logs out while the auth machine runs, so that it knows why the session ended.
 * Returns the function that takes it back.
 */
export function provideLogOut(logOut: LogOut): () => void {
  provided = logOut
  return () => {
    if (provided === logOut) provided = null
  }
}

/** Signs the visitor out, on every page of the site; resolves when it is done, never rejects. */
export function logOut(): Promise<void> {
  return (provided ?? endSession)()
}
