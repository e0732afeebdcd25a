import { FormAlert } from './form-alert.tsx'

/** A field that someone else has changed, with its value as text. */
export interface TheirChange {
  label: string
  now: string
}

/** Above a form that someone else has overtaken: what they changed. What was typed is still there. */
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
