import { createContext } from 'react'
import type { TeamMember } from '../server/contract/doctors.ts'

/** What the server has drawn a page from, so that the browser draws the same once more. */
export interface Given {
  team?: readonly TeamMember[]
}

export const GivenContext = createContext<Given>({})

/** Reads what came with the page (server/plugins/live-page.ts); nothing for most pages. */
export function readGiven(): Given {
  const text = document.getElementById('given')?.textContent
  return text ? (JSON.parse(text) as Given) : {}
}
