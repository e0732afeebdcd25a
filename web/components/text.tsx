import type { ReactNode } from 'react'

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

/** Text that only screen readers read. */
export const forScreenReaders = (text: ReactNode) => <span className="sr-only">{text}</span>

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
