import { useMutation, useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { describeAgeOn, isAdultOn } from '#contract/guardians/ages.ts'
import type { Child, NewChild } from '#contract/guardians/children.ts'
import { removeChild } from '#contract/guardians/children-calls.ts'
import type * as refusals from '#contract/guardians/guardians-refusals.ts'
import { isolate } from '#contract/names.ts'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import { bookingFor } from '#web/both/appointments/address-parameters.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import {
  addChild,
  changeChild,
  childrenOptions,
  showChild,
} from '#web/both/children/children-api.ts'
import { LazyChildForm } from '#web/both/children/lazy-child-form.tsx'
import { useUser } from '#web/both/session/auth-context.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Face } from '#web/components/people/face.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ReofferMark } from '#web/components/status-chip.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/families/children.ts'
import * as sentences from '#words/en/families/children-sentences.tsx'
import * as frame from '#words/en/frame.ts'

// The children do not wait for their guardians.
const guardiansSection = componentChunk(() => import('./guardians/guardians-section.tsx'))

/** An appointment of a child, booked by any of its guardians. */
export type Visit = Pick<
  Appointment,
  '_id' | 'date' | 'slot' | 'status' | 'treatment' | 'doctor' | 'child' | 'reoffer'
>

interface ChildCardProps {
  child: Child
  today: IsoDate
  /** Its next appointment. */
  next?: Visit | undefined
  /** Booking for it is the main action of the page. */
  isMain: boolean
}

/** A child with what its guardians can do. */
export function ChildCard({ child, today, next, isMain }: ChildCardProps) {
  // It tells guardians who may not book which owners to ask.
  const [isOpen, setOpen] = useState(!child.mayBook)
  const [isEditing, setEditing] = useState(false)
  const id = useId()
  const editButton = useRef<HTMLButtonElement>(null)

  function close() {
    setEditing(false)
    editButton.current?.focus()
  }

  return (
    <Card>
      <div className="flex min-w-0 gap-4 max-md:gap-3 [overflow-wrap:anywhere]">
        <Face id={child._id} name={child.name} size="md" />
        <div className="grid min-w-0 gap-3">
          <div>
            <h2 className="text-xl">
              <bdi>{child.name}</bdi>
            </h2>
            <p className="text-muted">
              {words.bornWithAge(
                formats.day(child.birthDate),
                describeAgeOn(child.birthDate, today),
              )}
            </p>
          </div>
          {next && <NextVisit visit={next} />}
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <BookingLink child={child} today={today} isMain={isMain && !isEditing} />
            <Button
              look="quiet"
              className="px-4"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={words.manageChild(child.name)}
              onClick={() => setOpen(!isOpen)}
            >
              {words.manage}
              <ChevronDown
                aria-hidden="true"
                size={18}
                className={isOpen ? 'rotate-180' : undefined}
              />
            </Button>
          </div>
        </div>
      </div>
      <div id={id} hidden={!isOpen} className="mt-6 border-t border-base-300 pt-4">
        {isOpen && (
          <>
            {child.isOwner && (
              <div className="-ms-6 flex flex-wrap">
                <Button
                  ref={editButton}
                  look="quiet"
                  aria-expanded={isEditing}
                  aria-label={words.editChild(child.name)}
                  onClick={() => setEditing(!isEditing)}
                >
                  {frame.edit}
                </Button>
                <Remove child={child} />
              </div>
            )}
            {isEditing && (
              <div className="mt-2 mb-6">
                <EditChild child={child} onDone={close} />
              </div>
            )}
            <LazyComponent
              chunk={guardiansSection}
              props={{ child }}
              waiting={<Spinner label={words.loadingGuardiansOf(child.name)} />}
            />
          </>
        )}
      </div>
    </Card>
  )
}

function NextVisit({ visit }: { visit: Visit }) {
  const treatment = <OwnText as={BreakAfterSlash}>{visit.treatment}</OwnText>
  return (
    <p>
      <Link
        to={`/dashboard/appointment/${visit._id}`}
        className="inline-block py-1 font-bold text-primary"
      >
        {sentences.nextVisit(
          <span className="inline-block underline underline-offset-4">{momentOf(visit)}</span>,
        )}
      </Link>
      <span className="block text-muted">
        {visit.doctor ? sentences.withDoctor(treatment, visit.doctor) : treatment}
      </span>
      <ReofferMark appointment={visit} />
    </p>
  )
}

/** Leads to the booking; nothing for guardians who may not book: the guardians' section says why. */
function BookingLink({ child, today, isMain }: Omit<ChildCardProps, 'next'>) {
  const { _id, name, birthDate, mayBook } = child
  if (isAdultOn(birthDate, today)) {
    return <p className="basis-full">{sentences.isAdult(<bdi>{name}</bdi>)}</p>
  }
  if (!mayBook) return null
  return (
    <ButtonLink
      to={bookingFor(_id)}
      look={isMain ? 'primary' : 'secondary'}
      aria-label={words.bookFor(name)}
    >
      {words.book}
    </ButtonLink>
  )
}

interface EditChildProps {
  child: Child
  onDone: () => void
}

function EditChild({ child: { _id, name, birthDate }, onDone }: EditChildProps) {
  const queries = useQueryClient()
  const { email } = useUser()
  const saving = useMutation({
    mutationFn: (details: NewChild) => changeChild({ _id, ...details, archived: false }),
    onSuccess: async (saved) => {
      toast.success(words.isSaved(isolate(saved.name)))
      onDone()
      await showChild(queries, email, saved)
    },
  })
  return (
    <LazyChildForm
      label={words.editChild(name)}
      values={{ name, birthDate }}
      submitLabel={frame.save}
      saving={saving}
      onCancel={onDone}
    />
  )
}

/** Takes a child off the list; a toast can undo it. */
function Remove({ child }: { child: Child }) {
  const queries = useQueryClient()
  const { email } = useUser()
  const { _id, name, birthDate } = child
  const navigate = useNavigate()
  const undo = useMutation({
    mutationFn: (outcome: 'deleted' | 'archived') =>
      outcome === 'deleted'
        ? addChild({ name, birthDate })
        : changeChild({ _id, name, birthDate, archived: false }),
    onSuccess: (saved) => showChild(queries, email, saved),
    onError: ({ message }) => toast.error(message),
  })
  const removing = useMutation({
    mutationFn: () => send(removeChild, { params: { id: _id } }),
    onSuccess: async ({ outcome }) => {
      const say = outcome === 'deleted' ? words.isRemoved : words.isArchived
      toast.success(say(isolate(name)), {
        label: words.undo,
        run: () => undo.mutate(outcome),
      })
      document.getElementById('page')?.focus({ preventScroll: true })
      await queries.invalidateQueries({ queryKey: childrenOptions(email).queryKey })
    },
    onError: (error) => {
      const isComing =
        error instanceof ApiError &&
        (error.code as RefusalCode<typeof refusals.removeChild>) === 'has_appointments'
      const seeThem = { label: words.seeAppointments, run: () => void navigate('/dashboard') }
      toast.error(error.message, isComing ? seeThem : undefined)
    },
  })
  return (
    <Button
      look="quiet"
      busy={removing.isPending}
      aria-label={words.removeChild(name)}
      onClick={() => removing.mutate()}
    >
      {frame.remove}
    </Button>
  )
}
