import type { ReactNode } from 'react'

type Link = (text: string) => ReactNode

export const newHere = (clinic: string, signUp: Link) => (
  <>
    New to {clinic}? {signUp('Create an account')}
  </>
)
export const haveAccount = (logIn: Link) => <>Already have an account? {logIn('Log in')}</>
export const resetLinkSentTo = (email: ReactNode) => (
  <>If there’s an account for {email}, we’ve sent it a link to reset the password.</>
)
