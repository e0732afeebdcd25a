import ICAL from 'ical.js'

interface KnownEvent {
  sequence: number
  /** Seconds since 1970. */
  stamp: number
  start: number
  end: number
  isCancelled: boolean
}

/**
 * A family's calendar, as mail programs keep it (RFC 5546, 2.1.5): for each event the highest SEQUENCE wins,
 * then the latest DTSTAMP. Throws on files that mail programs handle differently.
 */
export class CalendarModel {
  readonly events = new Map<string, KnownEvent>()

  /** @param mimeMethod the parameter of the part's content type */
  apply(file: string, mimeMethod: string): void {
    const { event, method, stamp } = readInvitation(file, mimeMethod)
    const { uid, sequence } = event
    const known = this.events.get(uid)
    const isOlder =
      known && (sequence < known.sequence || (sequence === known.sequence && stamp < known.stamp))
    const isCancelled = method === 'CANCEL'
    if (isOlder || (isCancelled ? !known : method !== 'REQUEST')) return
    const [start, end] = [event.startDate.toUnixTime(), event.endDate.toUnixTime()]
    this.events.set(uid, { sequence, stamp, start, end, isCancelled })
  }
}

const REQUIRED = ['uid', 'dtstamp', 'dtstart', 'organizer', 'attendee', 'sequence', 'status']

/**
 * Reads what Outlook and Gmail need of an invitation.
 * @throws when something is missing or superfluous
 */
export function readInvitation(file: string, mimeMethod: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const method = String(calendar.getFirstPropertyValue('method'))
  if (method !== mimeMethod) throw new Error('The part’s method is not the METHOD of its file')
  const [component, ...others] = calendar.getAllSubcomponents('vevent')
  if (!component || others.length > 0) throw new Error('Outlook reads the first VEVENT only')
  if (component.getAllSubcomponents('valarm').length > 0) throw new Error('There is an alarm')
  const missing = REQUIRED.filter((name) => !component.getFirstProperty(name))
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}`)
  const event = new ICAL.Event(component)
  if (event.startDate.zone !== ICAL.Timezone.utcTimezone) throw new Error('The time is not in UTC')
  const stamp = component.getFirstPropertyValue('dtstamp')
  if (!(stamp instanceof ICAL.Time)) throw new Error('DTSTAMP is no time')
  return { component, event, method, stamp: stamp.toUnixTime() }
}
