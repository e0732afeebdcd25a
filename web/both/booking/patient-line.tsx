import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { bookableChildren } from '#contract/guardians/children.ts'
import { childrenOptions } from '#web/both/children/children-api.ts'
import { TextButton } from '#web/components/text-link.tsx'
import * as words from '#words/en/booking/patient.ts'
import * as loading from '#words/en/loading.ts'
import { Booking, dialogOf, useCan } from './flow/booking-provider.tsx'

const YOURSELF = ''
const UNKNOWN = 'unknown'

/** Who it is for, chosen before the treatment so that ages and earlier appointments are known. */
export default function PatientLine() {
  const id = useId()
  const { send } = Booking.useActorRef()
  const { patient, child, children: known } = Booking.useSelector(({ context }) => context)
  const isForOne = Booking.useSelector(
    (snapshot) =>
      dialogOf(snapshot) !== null ||
      ((snapshot.matches('date') ||
        snapshot.matches({ treatment: 'choosing' }) ||
        snapshot.matches({ slot: 'choosing' }) ||
        snapshot.matches({ slot: 'refreshing' })) &&
        snapshot.context.wanted.siblings === null),
  )
  const canChoose = useCan({ type: 'child.choose', child: null })
  const query = useQuery({ ...childrenOptions(patient.email), enabled: known === null })
  const children = known ?? (query.data && bookableChildren(query.data))
  const select = useRef<HTMLSelectElement>(null)
  const [retry, setRetry] = useState<'none' | 'running' | 'done'>('none')

  // The pressed button no longer exists.
  useEffect(() => {
    if (retry === 'done') select.current?.focus()
  }, [retry])

  async function tryAgain() {
    setRetry('running')
    const { isSuccess } = await query.refetch()
    setRetry(isSuccess ? 'done' : 'none')
  }

  if (!isForOne) return null
  if (children?.length === 0) {
    return <p className="text-muted">{words.isItForYourChild}</p>
  }
  if (!children && (query.isError || retry === 'running')) {
    // The dialog asks again.
    if (child === undefined) return null
    return (
      <p role="alert">
        {words.childrenDidNotLoad}{' '}
        <TextButton
          aria-disabled={retry === 'running' || undefined}
          aria-label={words.tryAgainToLoadChildren}
          onClick={() => retry !== 'running' && void tryAgain()}
        >
          {loading.tryAgain}
        </TextButton>
      </p>
    )
  }
  const isKnown = child === null || children?.some(({ _id }) => _id === child)
  return (
    <>
      <label htmlFor={id} className="shrink-0 font-bold">
        {words.whoIsItFor}
      </label>
      <select
        ref={select}
        id={id}
        disabled={!children || !canChoose}
        value={isKnown ? (child ?? YOURSELF) : UNKNOWN}
        onChange={({ target: { value } }) =>
          send({ type: 'child.choose', child: value === YOURSELF ? null : value })
        }
        className="field field-choice min-w-0 max-w-xs grow basis-40"
      >
        {!isKnown && (
          <option value={UNKNOWN} disabled>
            {children ? words.pleaseChoose : words.loading}
          </option>
        )}
        {children?.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
        <option value={YOURSELF}>{patient.name}</option>
      </select>
    </>
  )
}
