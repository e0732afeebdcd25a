import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import type { AuditEntry } from '../../../contract/audit.ts'
import { LocalTime } from '../../components/local-time.tsx'
import { EVENT_WORDS } from './event-words.tsx'

interface AuditEntryRowProps {
  entry: AuditEntry
  /** The address of all that concerns a person, by email or id. */
  linkTo: (person: string) => string
  ref?: Ref<HTMLLIElement> | undefined
}

/** One entry of the record as a sentence, with its time; the people in it lead to their entries. */
export function AuditEntryRow({ entry, linkTo, ref }: AuditEntryRowProps) {
  const { kind, actor, subject, occurredAt } = entry
  const { tell, tellOfOneself } = EVENT_WORDS[kind]
  // Without an account acts a worker, or the command line.
  const who = actor ? (
    <Person name={actor.name} to={linkTo(actor.email ?? actor._id)} />
  ) : (
    'The system'
  )
  const isPerson = subject.type === 'user' || subject.type === 'doctor'
  const it = isPerson ? (
    <Person name={subject.label} to={linkTo(subject.email ?? subject._id)} />
  ) : (
    <strong>{subject.label}</strong>
  )
  const isOneself = actor?._id === subject._id

  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="grid gap-0.5 border-t border-base-300 py-3.5 first:border-0"
    >
      <p className="[overflow-wrap:anywhere] first-letter:uppercase">
        {isOneself && tellOfOneself ? tellOfOneself(who) : tell(who, it)}
      </p>
      <p className="text-sm text-muted">
        <LocalTime instant={occurredAt} />
      </p>
    </li>
  )
}

function Person({ name, to }: { name: string; to: string }) {
  return (
    <Link
      to={to}
      className="font-bold underline decoration-line underline-offset-4 hover:text-primary"
    >
      {name}
    </Link>
  )
}
