/** Lets a name such as 'Parenatal/Newborn' continue on the next line after its slash. */
export function BreakAfterSlash({ text }: { text: string }) {
  const [first, ...rest] = text.split('/')
  return (
    <>
      {first}
      {rest.map((part) => (
        <span key={part}>
          /<wbr />
          {part}
        </span>
      ))}
    </>
  )
}

/** An email address that may break before its '@'. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

/** The local day of an ISO instant: 'Jun 5, 2022'. */
export function LocalDay({ instant }: { instant: string }) {
  return <time dateTime={instant}>{day.format(new Date(instant))}</time>
}

/**
 * An ISO instant in local time with seconds and time zone: 'Jun 5, 2022, 9:30:00 AM PDT'. Its
 * tooltip is the instant in UTC.
 */
export function LocalTime({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={instant}>
      {moment.format(new Date(instant))}
    </time>
  )
}
