import { keep, readKept } from './tab-storage.ts'

/** The parameters that other sites add to their links to a free time, by name. */
const PARAMETERS = { source: 'source', bookingReferral: 'booking-referral' } as const

type Referral = Partial<Record<keyof typeof PARAMETERS, string>>

/** In the storage of the tab, so that it survives the login. */
const KEY = 'sprout.referral'

const HANDLE = /^[\w.~:-]{1,100}$/

/** Stores the referral of an address for a booking in this tab. */
export function keepReferral(search: string): void {
  const address = new URLSearchParams(search)
  const found = Object.entries(PARAMETERS).flatMap(([name, parameter]) => {
    const handle = address.get(parameter)
    return handle !== null && HANDLE.test(handle) ? [[name, handle]] : []
  })
  if (found.length > 0) keep(KEY, Object.fromEntries(found))
}

/** The referral that led to this tab; empty without one. */
export function readReferral(): Referral {
  return readKept(KEY) ?? {}
}

/** Deletes the referral, which counts for one booking. */
export function forgetReferral(): void {
  keep(KEY, null)
}
