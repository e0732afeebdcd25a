import { FormAlert } from './form-alert.tsx'

/** A field that someone else has changed, with its new value as text. */
export interface TheirChange {
  label: string
  now: string
}

/** Above a form that someone else has saved first: lists their changes. Typed text is kept. */
export function StaleAlert({ changes }: { changes: readonly TheirChange[] }) {
  return (
    <FormAlert>
      <p>
        Someone else has saved changes in the meantime. Nothing you typed was lost. Check their
        changes, then save again.
      </p>
      <dl className="mt-2 grid gap-x-3 font-normal text-base-content sm:grid-cols-[max-content_minmax(0,1fr)]">
        {changes.map(({ label, now }) => (
          <div key={label} className="contents">
            <dt className="font-bold">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{now || '(empty)'}</dd>
          </div>
        ))}
      </dl>
    </FormAlert>
  )
}
