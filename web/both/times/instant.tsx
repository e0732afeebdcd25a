import { useQuery } from '@tanstack/react-query'
import { isEnglish } from '#contract/formats/formats.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { LOCALE } from '#words/en/language.ts'

// Instants are shown by the clinic's clock, so that a family at home reads the same time as the
// front desk.

const name = isEnglish(LOCALE) ? 'short' : 'long'

const FORMS = {
  /** 'Jun 5, 2022' */
  day: { month: name, day: 'numeric', year: 'numeric' },
  /** 'Sun, Jun 5, 2022', for days on which something depends. */
  weekday: { weekday: name, month: name, day: 'numeric', year: 'numeric' },
  /** 'Jun 5, 2022, 9:30 AM' */
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  /** 'Jun 5, 9:30 AM' */
  recent: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** '9:30 AM' */
  time: { hour: 'numeric', minute: '2-digit' },
  /** 'Sun, Jun 5, 2022, 9:30 AM', for records; the exact instant shows on hover. */
  exact: {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Form = keyof typeof FORMS

interface InstantProps {
  at: Date | string
  as: Form
}

/** An instant by the clinic's clock; by the device's until the clinic's time zone is known. */
export function Instant({ at, as }: InstantProps) {
  const { data } = useQuery(configOptions())
  const date = new Date(at)
  const iso = date.toISOString()
  const text = formatterOf(as, data?.clinic.timeZone).format(date)
  return (
    <time dateTime={iso} title={as === 'exact' ? iso : undefined}>
      {as === 'weekday' && !isEnglish(LOCALE) ? text.replace(', ', ' ') : text}
    </time>
  )
}

// Cached, because creating one takes longer than rendering a row.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(form: Form, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${form} ${timeZone ?? ''}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(LOCALE, { ...FORMS[form], timeZone })
  formatters.set(key, formatter)
  return formatter
}
