import type { ReactNode } from 'react'

export const dear = (family: ReactNode) => <>Dear {family},</>
export const toFamilyOf = (child: ReactNode) => <>To the family of {child},</>
export const nextVisit = (child: ReactNode, phone: ReactNode, address: ReactNode) => (
  <>
    It is time for the next visit of {child}. Please choose a day and a time that suit you: by phone
    at {phone}, or at {address}.
  </>
)
