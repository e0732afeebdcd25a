const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

/** The day of an ISO instant on the device's own calendar: 'Jun 5, 2022'. */
export function LocalDay({ instant }: { instant: string }) {
  return <time dateTime={instant}>{day.format(new Date(instant))}</time>
}

/**
 * An ISO instant on the device's own clock, to the second and with its time zone:
 * 'Jun 5, 2022, 9:30:00 AM PDT'. The exact instant, in UTC, is its tooltip.
 */
export function LocalTime({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={instant}>
      {moment.format(new Date(instant))}
    </time>
  )
}
