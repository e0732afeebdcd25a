import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { joinWaitlist } from '#contract/waitlist/waitlist-calls.ts'
import { writeChoices } from '#web/both/booking/address/choices-address.ts'
import { keepAskedTicket } from '#web/both/times/asked-ticket.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { recentConfig } from '#web/lib/api/config.ts'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/visits/next-visits.ts'
import { type NextVisitScreen, useNextVisit } from './use-next-visit.ts'
import {
  Answered,
  Answers,
  AppointmentLink,
  HowToBook,
  VisitFacts,
  VisitName,
} from './visit-parts.tsx'

/** Begins the booking of a visit that the clinic has asked for: `/appointment?ticket=ID`. */
export default function TicketPage(props: NextVisitScreen) {
  const [snapshot, sendEvent] = useNextVisit(props)
  const { visit, message } = snapshot.context
  const isIn = (state: Parameters<typeof snapshot.matches>[0]) => snapshot.matches(state)
  const isAnswered = isIn('answered') || isIn('undoing')
  const isOpen = isIn('open') || isIn('answering')
  const isAsking = isOpen || isIn('loading') || isIn('loadFailed')
  const shown = isAnswered ? 'answered' : isAsking ? 'open' : 'end'
  // Another screen that replaces the one with the pressed button is read out.
  const frame = useFocusOnChange<HTMLDivElement>(shown)
  const answers = { message, onAnswer: sendEvent }
  return (
    <div ref={frame} tabIndex={-1} className="mt-6 max-w-2xl outline-none">
      {isIn('loading') && <Spinner label={words.loadingVisit} />}
      {isIn('loadFailed') && (
        <ErrorState title={words.visitDidNotLoad} onRetry={() => sendEvent({ type: 'retry' })}>
          {message}
        </ErrorState>
      )}
      {isIn('notFound') && (
        <Part title={words.visitNotFound}>
          <p>{words.whyNotFound}</p>
          <BookingLink />
        </Part>
      )}
      {isIn('lapsed') && (
        <Part title={words.noLongerAskedFor}>
          <BookingLink />
        </Part>
      )}
      {visit && isIn('booked') && (
        <Part title={words.isBooked}>
          <p>
            <AppointmentLink visit={visit} />
          </p>
        </Part>
      )}
      {visit && isIn('booking') && <Start visit={visit} />}
      {visit && isAnswered && (
        <Part title={<VisitName visit={visit} />}>
          <Answered visit={visit} {...answers} busy={isIn('undoing')} />
        </Part>
      )}
      {visit && isOpen && (
        <Part title={<VisitName visit={visit} />}>
          <VisitFacts visit={visit} />
          <HowToBook visit={visit}>
            {visit.firstDay === null ? (
              <NoneFree visit={visit} />
            ) : (
              <p>
                <Button
                  disabled={isIn('answering')}
                  onClick={() => sendEvent({ type: 'visit.book' })}
                >
                  {words.chooseTime}
                </Button>
              </p>
            )}
          </HowToBook>
          <Answers visit={visit} {...answers} busy={isIn('answering')} />
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid gap-3">
      <h2 className="text-2xl wrap-anywhere">{title}</h2>
      {children}
    </Card>
  )
}

/** Opens the calendar at the first free day, with everything chosen but the time. */
function Start({ visit }: { visit: NextVisit }) {
  const navigate = useNavigate()
  const start = useEffectEvent(() => {
    keepAskedTicket(visit._id)
    const chosen = { child: visit.child._id, treatment: visit.treatment._id }
    const [doctor, date] = [visit.doctor?._id ?? null, visit.firstDay ?? '']
    const choices = writeChoices({ ...chosen, doctor, date, slot: null, siblings: null })
    void navigate(`/appointment?${choices}`, { replace: true })
  })
  useEffect(() => start(), [])
  return null
}

function NoneFree({ visit }: { visit: NextVisit }) {
  const { child, treatment, doctor, isOver } = visit
  const joining = useMutation({
    mutationFn: async () =>
      send(joinWaitlist, {
        body: {
          ...{ treatment: treatment.name, child: child._id, ...(await daysToWaitFor(visit)) },
          ...(doctor && { doctor: doctor._id }),
        },
      }),
  })
  if (joining.isSuccess) {
    return (
      <div role="status" className="grid gap-3">
        <p className="font-bold">{words.tellsYouLater}</p>
        <p>
          <ButtonLink to="/dashboard/waitlist">{words.myWaitingList}</ButtonLink>
        </p>
      </div>
    )
  }
  return (
    <>
      <p className="font-bold">{isOver ? words.nothingFreeNow : words.nothingFreeOnDays}</p>
      {joining.error && <FormAlert>{joining.error.message}</FormAlert>}
      <p>
        <Button busy={joining.isPending} onClick={() => joining.mutate()}>
          {words.tellMe}
        </Button>
      </p>
    </>
  )
}

/** The days of the visit; once they have passed, all that can be booked. */
async function daysToWaitFor({ from, to, isOver }: NextVisit) {
  if (!isOver) return { from, to }
  const { clinic } = await recentConfig()
  return { from: clinic.today, to: clinic.lastDay }
}

function BookingLink() {
  return (
    <p>
      <ButtonLink to="/appointment" look="secondary">
        {words.makeAppointment}
      </ButtonLink>
    </p>
  )
}
