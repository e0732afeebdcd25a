import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { MOVE_PARAMETER } from '#web/both/appointments/address-parameters.ts'
import { BookedFamilyContext, changePage } from '#web/both/appointments/booked-family.ts'
import { CancelDialog } from '#web/both/reschedule/cancel-dialog.tsx'
import { Change, RescheduleProvider } from '#web/both/reschedule/reschedule-provider.tsx'
import { DonePanel, findOver, Obstacle } from '#web/both/reschedule/reschedule-section.tsx'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { familyOptions, refreshFamilies } from '#web/desk/patients/families-api.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { CASH_REFUNDS_KEY } from '#web/desk/payments/cash-refunds/cash-refunds-api.ts'

interface CancelAppointmentProps {
  entry: AgendaEntry
  onCanceled: () => void
  /** Nothing was canceled. */
  onClose: () => void
}

/** Cancels an appointment for its family or for the clinic: first asks, then shows the result. */
export default function CancelAppointment(props: CancelAppointmentProps) {
  const { entry, onCanceled } = props
  const queries = useQueryClient()
  const family = useQuery(familyOptions(entry.family ?? ''))
  return (
    <Loaded query={family} what="the family" small>
      {({ _id, name, isReachable }) => (
        <OfFamily {...{ id: _id, name, isReachable }} entry={entry}>
          <RescheduleProvider
            appointmentId={entry._id}
            onChanged={() => {
              onCanceled()
              void refreshFamilies(queries)
              void queries.invalidateQueries({ queryKey: CASH_REFUNDS_KEY })
            }}
          >
            <Steps {...props} />
          </RescheduleProvider>
        </OfFamily>
      )}
    </Loaded>
  )
}

interface OfFamilyProps {
  id: string
  name: string
  isReachable: boolean
  entry: AgendaEntry
  children: ReactNode
}

function OfFamily({ id, name, isReachable, entry, children }: OfFamilyProps) {
  const patient = usePatientTexts().identify(entry)
  const booked = useMemo(
    () => ({ id, name, isReachable, patient }),
    [id, name, isReachable, patient],
  )
  return <BookedFamilyContext value={booked}>{children}</BookedFamilyContext>
}

function Steps({ entry: { _id, family }, onClose }: CancelAppointmentProps) {
  const { send } = Change.useActorRef()
  const snapshot = Change.useSelector((current) => current)
  const navigate = useNavigate()
  const [hasAsked, setAsked] = useState(false)
  const { options } = snapshot.context
  const isChoosing = snapshot.matches({ choosing: 'fresh' })
  const isMoving = snapshot.matches('moving')
  const goOn = useEffectEvent(() => {
    if (isMoving && family) void navigate(`${changePage({ id: family }, _id)}?${MOVE_PARAMETER}`)
    if (!isChoosing) return
    if (hasAsked) return onClose()
    setAsked(true)
    send({ type: 'cancel.start' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state in which it goes on.
  useEffect(() => goOn(), [isChoosing, isMoving])

  if (snapshot.matches('loading')) return <Spinner label="Loading what can be canceled" />
  if (snapshot.matches('loadFailed')) {
    return (
      <ErrorState
        title="We couldn’t load what can be canceled"
        onRetry={() => send({ type: 'retry' })}
      >
        {snapshot.context.message}
      </ErrorState>
    )
  }
  if (options && snapshot.matches('cancelling')) return <CancelDialog options={options} />
  if (options && snapshot.matches('done')) return <DonePanel options={options} />
  if (isChoosing || isMoving) return null
  return (
    <div className="grid justify-items-start gap-2">
      {snapshot.matches({ choosing: 'changed' }) || !options ? (
        <FormAlert>This appointment has changed meanwhile, and nothing was done.</FormAlert>
      ) : (
        <Obstacle obstacle={findOver(options) ?? options.cancelObstacle} />
      )}
      <Button look="secondary" onClick={onClose}>
        OK
      </Button>
    </div>
  )
}
