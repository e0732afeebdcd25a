import { createContext, useContext, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { TeamMember } from '../../contract/doctors.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { useInBrowser } from '../components/use-in-browser.ts'

/** The treatments of a day. */
export interface Offer {
  day: IsoDate
  treatments: Treatment[]
}

/** What the server has drawn a page from, so that the browser draws the same once more. */
export interface Given {
  team?: readonly TeamMember[]
  /** Which days can be booked, and what there is on the first of them; null when there is none. */
  booking?: { calendar: BookingCalendar; first: Offer | null }
}

export const GivenContext = createContext<Given>({})

/**
 * What a page that is being taken over was drawn from. Undefined for one that the browser draws:
 * whoever comes by a link, later, wants the data as they are then.
 */
export function useGiven<Name extends keyof Given>(name: Name): Given[Name] {
  const inBrowser = useInBrowser()
  const all = useContext(GivenContext)
  const [given] = useState(inBrowser ? undefined : all[name])
  return given
}

/** Reads what came with the page (server/rendering/drawn-page.ts); nothing for most pages. */
export function readGiven(): Given {
  const text = document.getElementById('given')?.textContent
  return text ? (JSON.parse(text) as Given) : {}
}
