import { dateInAddress, type IsoDate } from '#contract/dates.ts'

/** The fields of a closure or an absence in the address. */
export interface ClosureValues {
  fromDate: string
  /** Empty: one day. */
  toDate: string
  allDay: boolean
  from: string
  to: string
  reason: string
  /** The message for families to which another time is offered. */
  forFamilies: string
}

export const NO_CLOSURE: ClosureValues = {
  fromDate: '',
  toDate: '',
  allDay: true,
  from: '12:00',
  to: '17:00',
  reason: '',
  forFamilies: '',
}

export interface AddressedClosure {
  date: IsoDate
  /** The last day of several. */
  until?: IsoDate
  /** In the form of time fields; undefined for all day. */
  time?: { from: string; to: string }
  reason?: string
}

/** The parameters of an address that opens the prefilled form of a closure or an absence. */
export function writeClosure({ date, until, time, reason }: AddressedClosure): URLSearchParams {
  return new URLSearchParams({
    close: date,
    ...(until && until !== date && { until }),
    ...time,
    ...(reason && { reason }),
  })
}

const TIME = /^\d\d:\d\d$/

/** The form's values in the address, validated like typed ones. */
export function readClosure(address: URLSearchParams): ClosureValues | undefined {
  const read = (name: string) => address.get(name) ?? ''
  const [from, to, reason] = [read('from'), read('to'), read('reason')]
  const fromDate = dateInAddress(address, 'close', '')
  if (fromDate === '') return undefined
  const toDate = dateInAddress(address, 'until', '')
  const isWholeDay = !TIME.test(from) || !TIME.test(to)
  return {
    ...NO_CLOSURE,
    fromDate,
    toDate,
    reason,
    ...(!isWholeDay && { allDay: false, from, to }),
  }
}
