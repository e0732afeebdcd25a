import { useId } from 'react'
import { EVENT_KINDS, type EventKind } from '../../../contract/events.ts'
import { FieldFrame } from '../../components/text-field.tsx'
import { EVENT_WORDS } from './event-words.tsx'

interface KindFieldProps {
  /** '' for every kind. */
  value: EventKind | ''
  onChange: (kind: EventKind | '') => void
}

/** A choice among the kinds of entries, or all of them. */
export function KindField({ value, onChange }: KindFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label="What happened">
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = event.target.value
          onChange(EVENT_KINDS.find((kind) => kind === chosen) ?? '')
        }}
        className="field field-choice"
      >
        <option value="">Everything</option>
        {EVENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {EVENT_WORDS[kind].name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
